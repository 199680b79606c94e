import * as v from 'valibot'
import { described } from '../../kernel/wire-schema.ts'
import { type PreflightRule, preflightDefaults, preflightSeverities } from '../../template/preflight-rules.ts'

const severities = v.picklist(preflightSeverities)
const severityOf = (rule: PreflightRule, what: string) =>
  described(v.optional(severities), `${what} If absent: \`${preflightDefaults[rule]}\`.`)

/** How bad what is found before printing is, rule by rule: in a catalogue file and in a product's answer. */
export const preflightEntries = {
  ink_total: severityOf('ink_total', 'More ink than the paper takes.'),
  small_text_inks: severityOf('small_text_inks', 'Small text in several inks.'),
  hairline: severityOf('hairline', 'Lines that are too thin.'),
  white_overprint: severityOf('white_overprint', 'White in a PDF that is set to overprint.'),
  bleed_missing: severityOf('bleed_missing', 'A page of a PDF without bleed.'),
  small_text_tint: severityOf('small_text_tint', 'Small text in less than a full ink.'),
  rich_black: severityOf('rich_black', 'Black text and lines of four inks.'),
  rgb_object: severityOf('rgb_object', 'What a PDF paints in RGB.'),
  rgb_image: severityOf('rgb_image', 'Pictures in RGB.'),
  low_resolution: severityOf('low_resolution', 'Pictures within a PDF that have few dots.'),
  transparency_space: severityOf('transparency_space', 'Transparency that is not blended in inks.'),
} satisfies Record<PreflightRule, unknown>
