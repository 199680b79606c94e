/*
 * Reasons why a remake waits. They are stored as English text, so this module both writes and reads them; the
 * portal translates the result. A reworded text keeps the pattern of the earlier one.
 */

export const waitReasons = {
  held: (reason: string) => `Printing is held. ${reason}`,
  printerOff: (printer: string, status: string) =>
    `The printer ${printer} is ${status}. The remake resumes automatically when the printer is active.`,
  printerAway: (reason: string) =>
    `${reason} The remake resumes automatically when the printer is available again.`,
  triedAgain: (error: string) => `${error} It is tried again.`,
}

export interface WaitReason {
  kind: keyof typeof waitReasons | 'gone' | 'other'
  /** Text of the printer, the server or the operator; with `printerOff`, the printer's key. */
  detail: string
  /** With `printerOff`: status of the printer. */
  state?: string
}

/** Reads a stored reason, also of earlier versions. */
export const readWaitReason = (text: string): WaitReason => {
  for (const [kind, pattern] of patterns) {
    const match = pattern.exec(text)
    if (!match) continue
    const { detail = '', state } = match.groups ?? {}
    return state === undefined ? { kind, detail } : { kind, detail, state }
  }
  return { kind: 'other', detail: text }
}

/** `gone`: the sentences `invalid_state.remake_run` and `invalid_state.remake_item`. */
const patterns: readonly (readonly [WaitReason['kind'], RegExp])[] = [
  ['printerOff', /^The printer (?<detail>\S+) is (?<state>[A-Z]+)\. The remake (?:resumes|waits) /],
  ['held', /^Printing is held\. (?<detail>.*)$/s],
  ['printerAway', /^(?<detail>.*) The remake resumes automatically when the printer is available again\.$/s],
  ['printerAway', /^(?<detail>.*) The remake waits and goes on by itself when the printer is back\.$/s],
  ['triedAgain', /^(?<detail>.*) It is tried again\.$/s],
  ['gone', /^(?:This run is [A-Z_]+: only|Only pieces (?:in production|that are at the printer)) /],
]
