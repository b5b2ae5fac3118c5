(function () {
  const prefix = PREFIX, style = STYLE;
  for (const root of document.querySelectorAll('.mt-stepper[data-mt="' + prefix + '"]:not([data-ready])')) {
    root.dataset.ready = "yes";
    const sheet = document.createElement("style");
    sheet.textContent = style;
    root.prepend(sheet);

    // The still picture becomes an inline one, whose parts can change.
    const box = root.querySelector(".mt-picture-box"), image = box.querySelector("img");
    const bytes = Uint8Array.from(atob(image.src.split(",")[1]), (c) => c.charCodeAt(0));
    const svg = new DOMParser().parseFromString(new TextDecoder().decode(bytes), "image/svg+xml").documentElement;
    svg.setAttribute("aria-label", image.alt);
    svg.style.minWidth = image.style.minWidth;
    box.replaceChildren(document.importNode(svg, true));
    const part = (name) => box.querySelector('[id="' + prefix + "-" + name + '"]');

    const frames = [...root.querySelectorAll(".mt-frame")];
    const words = (frame, key) => frame.dataset[key].split(" ").filter(Boolean);
    const all = (key) => [...new Set(frames.flatMap((frame) => words(frame, key)))];
    let at = 0, timer = null;

    const bar = document.createElement("div");
    bar.className = "mt-bar";
    const button = (text, label, action) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = text;
      made.setAttribute("aria-label", label);
      made.addEventListener("click", action);
      bar.append(made);
      return made;
    };
    const first = button("First", "First step", () => { stop(); show(0); });
    const back = button("Back", "One step back", () => { stop(); show(at - 1); });
    const next = button("Next", "One step on", () => { stop(); show(at + 1); });
    const last = button("Last", "Last step", () => { stop(); show(frames.length - 1); });
    const play = button("Play", "Play all steps", () => (timer ? stop() : start()));
    const slider = document.createElement("input");
    Object.assign(slider, { type: "range", min: 0, max: frames.length - 1, value: 0 });
    slider.setAttribute("aria-label", "Step of the backward pass");
    slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
    const status = document.createElement("output");
    status.setAttribute("aria-live", "polite");
    bar.append(slider, status);

    const body = document.createElement("div"), panel = root.querySelector(".mt-frames");
    body.className = "mt-body";
    panel.before(body);
    body.append(box, panel);
    body.before(bar);

    function mark(names, name, on) {
      for (const one of names) part(one)?.classList.toggle(name, on);
    }

    function show(number) {
      at = Math.max(0, Math.min(frames.length - 1, number));
      const done = frames.slice(0, at), now = frames[at], until = frames.slice(0, at + 1);
      frames.forEach((frame, i) => {
        frame.classList.toggle("mt-shown", i === at);
        frame.setAttribute("aria-hidden", String(i !== at));
      });
      mark(all("now"), "mt-now", false);
      mark(all("now"), "mt-past", false);
      mark(done.flatMap((frame) => words(frame, "now")), "mt-past", true);
      mark(words(now, "now"), "mt-past", false);
      mark(words(now, "now"), "mt-now", true);
      for (const key of ["edges", "grads"]) {
        mark(all(key), "mt-later", true);
        mark(until.flatMap((frame) => words(frame, key)), "mt-later", false);
        mark(all(key), "mt-carrying", false);
        mark(words(now, key), "mt-carrying", true);
      }
      slider.value = at;
      status.textContent = at === 0 ? "start" : "step " + Number(now.dataset.number).toLocaleString("en") + " of " + root.dataset.total;
      slider.setAttribute("aria-valuetext", now.firstElementChild.textContent);
      const held = document.activeElement;
      first.disabled = back.disabled = at === 0;
      next.disabled = last.disabled = at === frames.length - 1;
      if (held?.disabled && root.contains(held)) root.focus({ preventScroll: true });  // so that the arrow keys still work
    }

    function start() {
      if (at === frames.length - 1) show(0);
      play.textContent = "Pause";
      timer = setInterval(() => { show(at + 1); if (at === frames.length - 1) stop(); }, 1400);
    }

    function stop() {
      clearInterval(timer);
      timer = null;
      play.textContent = "Play";
    }

    root.addEventListener("keydown", (event) => {
      const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!move || event.target === slider) return;
      event.preventDefault();
      event.stopPropagation();
      stop();
      show(at + move);
    });
    show(0);
  }
})();
