import { noChange } from 'lit';
import { Directive, directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js';

class ColourDirective extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new TypeError('colour stands in the tag of an element, not in a value');
  }

  override render(_colour: string | undefined): unknown {
    return noChange;
  }

  override update(part: ElementPart, [value]: [string | undefined]): unknown {
    const { style } = part.element as HTMLElement;
    if (value === undefined) style.removeProperty('--colour');
    else style.setProperty('--colour', value);
    return noChange;
  }
}

/**
 * Hands a colour that the service gave to the style sheet, as `--colour`. The content security policy keeps it out of
 * `style` attributes; the property itself may be set.
 */
export const colour = directive(ColourDirective);
