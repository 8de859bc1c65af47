import { html, type TemplateResult } from 'lit';
import { icons } from './icons.js';
import { PageElement } from './page-element.js';

/** A dialog over the page, open for as long as it stands in it. */
export abstract class ModalDialog extends PageElement {
  static override properties = { onClose: { attribute: false } };
  /** Takes the dialog out of the page. */
  declare onClose: () => void;

  protected abstract get heading(): string;
  protected abstract renderBody(): TemplateResult;

  protected override firstUpdated(): void {
    this.dialog?.showModal();
  }

  protected override render(): TemplateResult {
    return html`<dialog class="dialog" aria-labelledby="dialog-heading" @close=${this.onClose} @keydown=${keepEscape}>
      <div class="dialog-head">
        <h2 class="dialog-heading" id="dialog-heading">${this.heading}</h2>
        <button type="button" class="icon-button" aria-label="Close" @click=${this.close}>${icons.close}</button>
      </div>
      ${this.renderBody()}
    </dialog>`;
  }

  /** The browser gives the focus back to what had it before. */
  protected close(): void {
    this.dialog?.close();
  }

  private get dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog');
  }
}

/** Escape closes the dialog and not also what lies under it. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation();
}
