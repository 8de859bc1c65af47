import { html, type TemplateResult } from 'lit';
import { PageElement } from './page-element.js';

const shownMs = 2000;

/** Puts a text on the clipboard, and says so. */
export class CopyButton extends PageElement {
  static override properties = { text: { attribute: false }, outcome: { state: true } };
  declare text: string;
  declare outcome: string | undefined;

  protected override render(): TemplateResult {
    return html`<button type="button" class="button copy" @click=${() => void this.copy()}>
      <span aria-live="polite">${this.outcome ?? 'Copy'}</span>
    </button>`;
  }

  /** A browser may refuse, and the reader can still select the text. */
  private async copy(): Promise<void> {
    this.outcome = await navigator.clipboard.writeText(this.text).then(
      () => 'Copied',
      () => 'Not allowed to copy',
    );
    window.setTimeout(() => {
      this.outcome = undefined;
    }, shownMs);
  }
}

customElements.define('sandbox-copy', CopyButton);
