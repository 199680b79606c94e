import { sentences } from '../../kernel/sentences.ts'

export const organisationSentences = sentences({
  'required.organisation_name': 'Enter the organisation’s name.',
  'invalid_value.time_zone': 'Use an IANA time zone, e.g. Europe/Amsterdam.',
})

export const organisationProblems = sentences({
  'still_referenced.return_address': 'A Postflow still uses the return address {name}.',
  'still_referenced.return_address_of_postbatch':
    'A Postbatch that has not ended still uses the return address {name}.',
  'still_referenced.return_address_of_items':
    'An archived Postflow with items to print still uses the return address {name}.',
  'not_found.own_organisation': 'You are not a member of such an organisation.',
  'not_found.organisation': 'There is no organisation {id}.',
})
