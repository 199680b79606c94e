/** Reason for a remake's waiting or failure. `detail` is the message of the printer, server or operator. */
export interface RemakeReason {
  kind: 'held' | 'printerOff' | 'printerAway' | 'triedAgain' | 'gone' | 'other'
  detail: string
  /** For `printerOff`: the printer's state. */
  state?: string
}

/** Parses a remake's reason, which is stored as an English sentence. */
export const remakeReasonOf = (reason: string): RemakeReason => {
  const [, printer, state] = /^The printer (\S+) is ([A-Z]+)\. The remake waits /.exec(reason) ?? []
  if (printer && state) return { kind: 'printerOff', detail: printer, state }
  for (const [kind, pattern] of patterns) {
    const found = pattern.exec(reason)
    if (found) return { kind, detail: found[1] ?? '' }
  }
  return { kind: 'other', detail: reason }
}
const patterns: readonly (readonly [RemakeReason['kind'], RegExp])[] = [
  ['held', /^Printing is held\. (.*)$/s],
  ['printerAway', /^(.*) The remake waits and goes on by itself when the printer is back\.$/s],
  ['triedAgain', /^(.*) It is tried again\.$/s],
  ['gone', /^(?:This run is [A-Z_]+: only|Only pieces (?:in production|that are at the printer)) /],
]
