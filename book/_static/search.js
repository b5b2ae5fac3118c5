// Search results show the text of an article alone, without the buttons, the title for printing and the list of headings.
document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined") return;
  const whole = Search.htmlToText;
  Search.htmlToText = (page, anchor) => {
    const parts = new DOMParser().parseFromString(page, "text/html");
    parts.querySelectorAll(".bd-header-article, #jb-print-docs-body").forEach((part) => part.remove());
    return whole(parts.documentElement.outerHTML, anchor);
  };
});
