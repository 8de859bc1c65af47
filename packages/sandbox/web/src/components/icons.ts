import { html, svg, type TemplateResult } from 'lit';

function icon(paths: TemplateResult<2>): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">${paths}</svg>`;
}

export const icons = {
  add: icon(svg`<path d="M10 4v12M4 10h12" />`),
  announcement: icon(svg`<path d="M4 8.5v3l2.5.3L14 15V5L6.5 8.2 4 8.5ZM6.5 12v3.5h2V13M16.5 8.5v3" />`),
  chevron: icon(svg`<path d="M6 8l4 4 4-4" />`),
  close: icon(svg`<path d="M5 5l10 10M15 5L5 15" />`),
  docs: icon(
    svg`<path d="M10 6v10M10 6C8.500 4.700 6.300 4 3.500 4v10.500c2.800 0 5 .600 6.500 1.500M10 6c1.500-1.300 3.700-2 6.500-2v10.500c-2.800 0-5 .600-6.500 1.500" />`,
  ),
  edit: icon(svg`<path d="M4 16l.7-3.3 8.3-8.3a1.5 1.5 0 0 1 2.1 0l.5.5a1.5 1.5 0 0 1 0 2.1l-8.3 8.3L4 16Z" />`),
  deafened: icon(
    svg`<path d="M4.5 13v-2.500a5.5 5.5 0 0 1 9.5-3.800M15.5 10v3M4.5 12h2v4h-2ZM13.5 12h2v4h-2ZM3.5 3.500l13 13" />`,
  ),
  fault: icon(svg`<path d="M11 3L5 11.500h4L8.500 17 15 8.500h-4L11 3Z" />`),
  down: icon(svg`<path d="M10 4v12M5 11l5 5 5-5" />`),
  inspector: icon(svg`<rect x="3" y="4" width="14" height="12" rx="2" /><path d="M12 4v12" />`),
  lock: icon(svg`<rect x="5" y="9" width="10" height="7" rx="1.5" /><path d="M7 9V7a3 3 0 0 1 6 0v2" />`),
  menu: icon(svg`<path d="M3.5 6h13M3.5 10h13M3.5 14h13" />`),
  more: icon(svg`<path d="M5 10h.01M10 10h.01M15 10h.01" />`),
  muted: icon(
    svg`<path d="M8 8v2a2 2 0 0 0 3.5 1.300M12 9V6a2 2 0 0 0-3.9-.6M5.5 10a4.5 4.5 0 0 0 7.5 3.300M10 14.500V17M3.5 3.500l13 13" />`,
  ),
  react: icon(
    svg`<circle cx="9" cy="11" r="5.5" /><path d="M7.2 10h.01M10.8 10h.01M6.8 12.500a2.6 2.6 0 0 0 4.4 0M15.5 3v4M13.5 5h4" />`,
  ),
  remove: icon(svg`<path d="M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6" />`),
  reply: icon(svg`<path d="M8 5L3.5 9.5 8 14M4 9.5h7a5 5 0 0 1 5 5V16" />`),
  send: icon(svg`<path d="M4 10l12-6-4 12-2.5-4.5L4 10Z" />`),
  trace: icon(
    svg`<circle cx="5" cy="5" r="1.800" /><circle cx="15" cy="15" r="1.800" /><path d="M5 7v3.500a2.5 2.5 0 0 0 2.5 2.500H10a3 3 0 0 1 3 2" />`,
  ),
  todo: icon(svg`<rect x="4" y="4" width="12" height="12" rx="2.5" /><path d="M7.2 10l2 2 3.6-4" />`),
  voice: icon(svg`<path d="M4 8v4h2.500L10 15V5L6.5 8H4ZM12.5 8a3 3 0 0 1 0 4M14.5 6a6 6 0 0 1 0 8" />`),
  watchstream: icon(svg`<rect x="3.5" y="5" width="13" height="10" rx="2" /><path d="M8.5 8v4l3.5-2Z" />`),
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
