import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { messageOf } from '../message-of.js';

/** Does what a person asked for and keeps why it failed, to be shown where they asked. */
export class Attempt {
  private problem: string | undefined;

  constructor(private readonly host: ReactiveControllerHost) {}

  /** Whether it worked. */
  async run(act: () => Promise<unknown>): Promise<boolean> {
    this.problem = undefined;
    try {
      await act();
    } catch (error) {
      this.problem = messageOf(error);
    }
    this.host.requestUpdate();
    return this.problem === undefined;
  }

  forget(): void {
    this.problem = undefined;
  }

  /** The place of the alert is always there, so that screen readers notice when it fills. */
  render(): TemplateResult {
    return alertLine(this.problem);
  }
}

export function alertLine(problem: string | undefined): TemplateResult {
  return html`<p class="alert" role="alert">${problem === undefined ? nothing : html`<span>${problem}</span>`}</p>`;
}
