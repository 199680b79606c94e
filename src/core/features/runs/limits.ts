import { returnCodeLimits } from '../products/catalogue/entries/return-code-entry.ts'

/** Limits of one request about a run (`docs/limits.md`). */
export const runLimits = {
  /** Items of one exclusion and pieces of one report, which one transaction changes. */
  items: 100,
  /** Pieces of one remake, which one file holds; spans and codes that name them in one call. */
  remakePieces: 1000,
  remakeSpans: 100,
  remakeCodes: 500,
  /** Remakes of one run. */
  remakes: 100,
  /** Wrong rows of a list that one answer names. */
  remakeRows: 100,
  /** Codes of one report of what came back. */
  returns: 500,
  returnCodeLength: 500,
  /** Wrong pieces that one answer names. */
  returnErrors: 100,
  ...returnCodeLimits,
  reasonLength: 500,
  /** Findings that are named of a run that is not ready to be handed over. */
  findings: 100,
  /** Statuses that are kept of a run; one whose hand-over fails is tried again and again. */
  history: 100,
  /** Designs that the proof of a run shows. */
  proofDesigns: 20,
  /** Bytes of all parts of a run that are made one file for an office printer: memory holds them three times. */
  officePdfBytes: 64 * 1024 * 1024,
  /** Runs of one printer in one answer. */
  runsOfPrinter: 50,
  calendarDays: 92,
  calendarDaysDefault: 30,
  /** How far ahead the first day may lie. */
  calendarAheadDays: 366,
  /** Cutoffs of one specification in one answer. */
  calendarCutoffs: 200,
} as const
