/** An option has a value that cannot work. */
export class SandboxOptionInvalid extends Error {
  readonly code = 'SANDBOX_OPTION_INVALID';
  readonly option: string;

  /** @param problem - What is wrong with it, as it follows the option's name. */
  constructor(option: string, problem: string) {
    super(`the sandbox's option ${option} ${problem}`);
    this.name = 'SandboxOptionInvalid';
    this.option = option;
  }
}
