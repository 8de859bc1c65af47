import { LitElement } from 'lit';

/**
 * A component that renders into the page itself. Labels, the skip link and the focus order cross components here, which
 * shadow roots would cut; styles are kept apart by class names.
 */
export abstract class PageElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
