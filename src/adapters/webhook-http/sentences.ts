import { sentences } from '../../core/kernel/sentences.ts'

export const urlSentences = sentences(
  {
    'url_refused.long': 'The URL is longer than 2,048 characters.',
    'url_refused.characters': 'The URL contains a space, a backslash or a control character.',
    'url_refused.incomplete': 'This is not a complete URL, such as https://example.com/webhooks.',
    'url_refused.https': 'The URL must begin with https://.',
    'url_refused.local':
      'The URL is on this machine. To receive webhooks here during development, start the server with --allow-insecure-webhooks; otherwise use an https:// URL.',
    'url_refused.credentials':
      'The URL contains a user name or password; verify the signature of the webhook instead.',
    'url_refused.port': 'The port of the URL must be between 1 and 65535.',
    'url_refused.address': 'The URL points to {addressKind} address, which webhooks may not reach.',
  },
  { addressKind: (kind) => `${/^[aiu]/i.test(String(kind)) ? 'an' : 'a'} ${kind}` },
)
