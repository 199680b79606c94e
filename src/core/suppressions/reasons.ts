import { platformTerms, type Vocabulary } from '../vocabulary/vocabulary.ts'

/** Why an address gets no mail: shaped like advertising categories (DESIGN 5, "Suppression"). */
export const suppressionReasons: Vocabulary = {
  noun: 'suppression reason',
  stem: 'reason',
  table: 'suppressionReasons',
  idPrefix: 'rsn',
  platform: platformTerms([
    ['opt_out', 'The recipient asked for no more mail'],
    ['register', 'On a public do-not-mail register'],
    ['sticker', 'A sticker on the letterbox refuses advertising'],
    ['moved', 'The recipient moved away'],
    ['deceased', 'The recipient died'],
    ['returned', 'Mail to the address came back'],
    ['erasure', 'Erased on request'],
    ['legal', 'Forbidden by an authority or a court'],
    ['other', 'Another reason'],
  ]),
  referrers: [{ table: 'suppressions', field: 'reason' }],
}
