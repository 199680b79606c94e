import { sentences } from '../../kernel/sentences.ts'
import type { TemplateVariable } from '../../template/document.ts'

const typeNames: Readonly<Record<TemplateVariable['type'], string>> = {
  text: 'text',
  integer: 'whole number',
  date: 'day of the calendar (YYYY-MM-DD)',
  url: 'web address (http or https)',
}

/** What is found about an item beside its address. */
export const itemFindings = sentences(
  {
    'variable_missing.field': 'The template needs the merge field {name}.',
    variable_unknown: 'The template has no merge field {name}; it is not printed.',
    variable_too_long: '{name} has {length} characters; the template takes {limit}.',
    variable_invalid: '{name} is not a {type}.',
    'duplicate_recipient.postflow':
      '{recipient} at this address has had {earlier} from this Postflow lately. Set addressOverride to send it all the same.',
    'duplicate_recipient.postbatch':
      '{recipient} at this address is in this Postbatch already ({earlier}). Set addressOverride to send it all the same.',
  },
  { type: (type) => typeNames[type as TemplateVariable['type']] },
)

/** What keeps a mailing from being sent live. */
export const liveSentences = sentences(
  {
    base_url_unreachable:
      'The template version {templateVersionId} of {mailingName} prints {links}, and readers do not get to {baseUrl}: start the server with --base-url, the public address at which it answers.',
    tracking_target_missing:
      'The template version {templateVersionId} prints a code to scan that leads nowhere: set trackingTargetUrl of {mailingName}.',
    return_address_missing:
      '{mailingName} has no return address, and undeliverable mail could not be returned: give it one (returnAddressId), or the organisation a default.',
  },
  { links: (links) => String(links).replaceAll(',', ' and ') },
)

/** What is wrong with the settings of an item or a mailing. */
export const itemInputSentences = sentences({
  'invalid_type.merge_field': 'A merge field is text or a number.',
  'required.template': 'Name a templateVersionId, or a templateId for its latest version.',
  'conflict.template': 'Name a templateVersionId or a templateId, not both.',
  'invalid_value.web_address': 'Write a web address: https://…',
  'invalid_value.long_web_address':
    'A web address has at most {limit} characters, counted as it is sent (%C3%AB is six).',
  'past.send_on': 'sendOn lies in the past; today is {today}.',
  'too_far.send_on': 'sendOn may lie at most {limit} days ahead.',
  'max_entries.metadata': 'metadata has at most {limit} entries.',
  'not_allowed.send_on': 'A Postbatch is sent as a whole: change the sendOn of the Postbatch.',
  'unpublished.template': 'The template has no published version yet.',
  'archived.template': 'The template is archived and cannot be chosen any more.',
  'other_product.version': 'The version is for another product than this Postflow prints.',
})
