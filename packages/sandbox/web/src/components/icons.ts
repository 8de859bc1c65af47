import { html, svg, type TemplateResult } from 'lit';

function icon(paths: TemplateResult<2>): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">${paths}</svg>`;
}

export const icons = {
  close: icon(svg`<path d="M5 5l10 10M15 5L5 15" />`),
  edit: icon(svg`<path d="M4 16l.7-3.3 8.3-8.3a1.5 1.5 0 0 1 2.1 0l.5.5a1.5 1.5 0 0 1 0 2.1l-8.3 8.3L4 16Z" />`),
  down: icon(svg`<path d="M10 4v12M5 11l5 5 5-5" />`),
  inspector: icon(svg`<rect x="3" y="4" width="14" height="12" rx="2" /><path d="M12 4v12" />`),
  menu: icon(svg`<path d="M3.5 6h13M3.5 10h13M3.5 14h13" />`),
  remove: icon(svg`<path d="M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6" />`),
  reply: icon(svg`<path d="M8 5L3.5 9.5 8 14M4 9.5h7a5 5 0 0 1 5 5V16" />`),
  send: icon(svg`<path d="M4 10l12-6-4 12-2.5-4.5L4 10Z" />`),
};

/** The mark of the project, as in `icon.svg`. */
export const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <path
    class="mark-bubble"
    d="M9 3h14a6 6 0 0 1 6 6v9a6 6 0 0 1-6 6h-8l-6.3 4.7A1 1 0 0 1 7 27.9V23.7A6 6 0 0 1 3 18V9a6 6 0 0 1 6-6Z"
  />
  <path
    class="mark-eyes"
    d="M10.5 10.5a2 2 0 0 1 2 2v2.5a2 2 0 1 1-4 0v-2.5a2 2 0 0 1 2-2Zm11 0a2 2 0 0 1 2 2v2.5a2 2 0 1 1-4 0v-2.5a2 2 0 0 1 2-2Z"
  />
</svg>`;
