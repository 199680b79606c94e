export interface RemakeReason {
  kind: 'held' | 'printerOff' | 'printerAway' | 'triedAgain' | 'gone' | 'other'
  /** Text of the printer, the server or the operator; with `printerOff`, the printer's key. */
  detail: string
  /** With `printerOff`: status of the printer. */
  state?: string
}

/** Parses a remake's `waitReason`, in the wording of this version and of earlier ones. */
export const remakeReasonOf = (text: string): RemakeReason => {
  for (const [kind, pattern] of patterns) {
    const match = pattern.exec(text)
    if (!match) continue
    const { detail = '', state } = match.groups ?? {}
    return state === undefined ? { kind, detail } : { kind, detail, state }
  }
  return { kind: 'other', detail: text }
}

/** `gone` matches the error messages `invalid_state.remake_run` and `invalid_state.remake_item`. */
const patterns: readonly (readonly [RemakeReason['kind'], RegExp])[] = [
  ['printerOff', /^The printer (?<detail>\S+) is (?<state>[A-Z]+)\. The remake (?:resumes|waits) /],
  ['held', /^Printing is held\. (?<detail>.*)$/s],
  ['printerAway', /^(?<detail>.*) The remake resumes automatically when the printer is available again\.$/s],
  ['printerAway', /^(?<detail>.*) The remake waits and goes on by itself when the printer is back\.$/s],
  ['triedAgain', /^(?<detail>.*) It is tried again\.$/s],
  ['gone', /^(?:This run is [A-Z_]+: only|Only pieces (?:in production|that are at the printer)) /],
]
