import type { Said } from './sentences.ts'

/** What cannot go on, with the declared sentence that says why. */
export class Fault<Code extends string = string> extends Error {
  readonly said: Said<Code>
  constructor(said: Said<Code>) {
    super(said.message)
    this.said = said
  }
}
