import type { Embed } from '@botwright/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { isWebAddress } from '../markdown.js';
import { ownPicture } from '../own-upload.js';
import { pictureLink } from './attachment-view.js';
import { colour } from './colour.js';
import { type MentionNames, richText, safeLink } from './rich-text.js';

/** A card in a message. Pictures of other hosts are offered as links, since the page fetches nothing from there. */
export function embedCard(embed: Embed, mentions: MentionNames): TemplateResult {
  const { title, description, author, footer, thumbnail, image } = embed;
  return html`
    <div class="embed" ${colour(hexColour(embed.color))}>
      ${author?.name ? html`<p class="embed-author">${author.name}</p>` : nothing}
      ${title ? html`<p class="embed-title">${linked(title, embed.url)}</p>` : nothing}
      ${description ? html`<div class="embed-text">${richText(description, mentions)}</div>` : nothing}
      ${picture('Thumbnail', thumbnail?.url)} ${picture('Image', image?.url)}
      ${footer?.text ? html`<p class="embed-footer">${footer.text}</p>` : nothing}
    </div>
  `;
}

function hexColour(value: number | null | undefined): string | undefined {
  return typeof value === 'number' ? `#${value.toString(16).padStart(6, '0')}` : undefined;
}

function linked(text: string, address: string | null | undefined): TemplateResult | string {
  return address && isWebAddress(address) ? safeLink(address, text) : text;
}

function picture(label: string, address: string | null | undefined): TemplateResult | typeof nothing {
  const path = address ? ownPicture(address, location) : undefined;
  if (path !== undefined) return pictureLink(path, label);
  return address ? html`<p class="embed-picture">${label}: ${linked(address, address)}</p>` : nothing;
}
