import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with the settings of an organisation. */
export const organisationSentences = sentences({
  'required.organisation_name': 'Say what the organisation is called.',
  'invalid_value.time_zone': 'Write the time zone as IANA names it, e.g. Europe/Amsterdam.',
})

/** Why an organisation is not found, or what belongs to it not deleted. */
export const organisationProblems = sentences({
  'still_referenced.return_address': 'The return address {name} is still in use by a Postflow.',
  'not_found.own_organisation': 'There is no such organisation of yours.',
  'not_found.organisation': 'There is no organisation {id}.',
})
