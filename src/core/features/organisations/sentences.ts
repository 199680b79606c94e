import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with the settings of an organisation. */
export const organisationSentences = sentences({
  'required.organisation_name': 'Say what the organisation is called.',
  'invalid_value.time_zone': 'Write the time zone as IANA names it, e.g. Europe/Amsterdam.',
})
