import { html, type TemplateResult } from 'lit';
import { isWebAddress } from '../markdown.js';
import { ownPicture } from '../own-upload.js';
import { safeLink } from './rich-text.js';

/** A picture that was uploaded to this sandbox is shown; all else is a link, since the page fetches from nowhere else. */
export function attachmentView({ url }: { readonly url: string }): TemplateResult {
  const name = URL.parse(url)?.pathname.split('/').at(-1) || url;
  const picture = ownPicture(url, location);
  if (picture !== undefined) return pictureLink(picture, name);
  return html`<p class="attachment">${isWebAddress(url) ? safeLink(url, name) : name}</p>`;
}

export function pictureLink(path: string, name: string): TemplateResult {
  return html`<a class="picture" href=${path} target="_blank" rel="noopener">
    <img src=${path} alt=${name} loading="lazy" />
  </a>`;
}
