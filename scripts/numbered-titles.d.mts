export declare const root: string;
export declare function testFiles(): string[];
export declare function numberedTitlesIn(file: string): {
  readonly file: string;
  readonly numbers: readonly { readonly group: string; readonly number: number }[];
  readonly promise: string;
  readonly pattern: RegExp;
}[];
