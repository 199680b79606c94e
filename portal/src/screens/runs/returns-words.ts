import type { Schemas } from '../../api/client.ts'
import { count, words } from '../../messages/index.svelte.ts'

type Reason = Schemas['ReturnReason']
type Outcome = Schemas['ReturnedPiecesResult']['pieces'][number]['outcome']

export const v = words({
  en: {
    returned: 'Returned mail',
    text: 'Scan any code of a piece that came back: the mark of its sheet, its QR code or its number. A scanner types it and ends with Enter. Several lines, or a spreadsheet, can be pasted.',
    code: 'Code',
    columns:
      'Of a spreadsheet the first column. If its first line says code, reason, carrier and note, all of them: a reason is a word such as MOVED, or a code of the carrier.',
    list: 'Choose a list (CSV)',
    tooLarge: (file: string) => `${file} is larger than 1 MB: this is no list of returned mail.`,
    why: 'Why did it come back?',
    reasons: {
      OTHER: 'Not said',
      MOVED: 'Moved away',
      DECEASED: 'Died',
      UNKNOWN: 'Not known there',
      REFUSED: 'Refused',
      ADDRESS: 'Wrong or incomplete address',
      UNCLAIMED: 'Not collected',
    } satisfies Record<Reason, string>,
    note: 'Note (may be left empty)',
    noteHint: 'Such as what the carrier wrote on it. It stays until you change it.',
    report: 'Report',
    now: 'Reported on this page',
    outcomes: {
      RETURNED: 'Returned',
      ALREADY_RETURNED: 'Was reported before',
      NOT_SENT_YET: 'Cannot have come back: the carrier never had it',
      UNKNOWN_CODE: 'No piece has this code',
    } satisfies Record<Outcome, string>,
    many: (codes: number) => (codes === 1 ? 'One code' : `${count(codes)} codes`),
    proposals: 'Each proposes that its address gets no more mail.',
    toProposals: 'Look at the proposals',
  },
  nl: {
    returned: 'Retourpost',
    text: 'Scan een code van een stuk dat terugkwam: het merk van het vel, de QR-code of het nummer. Een scanner typt hem en eindigt met Enter. Meerdere regels, of een spreadsheet, kunt u plakken.',
    code: 'Code',
    columns:
      'Van een spreadsheet de eerste kolom. Staat op de eerste regel code, reden, bezorger en opmerking, dan al die kolommen: een reden is een woord zoals MOVED, of een code van de bezorger.',
    list: 'Een lijst kiezen (CSV)',
    tooLarge: (file: string) => `${file} is groter dan 1 MB: dit is geen lijst van retourpost.`,
    why: 'Waarom kwam het terug?',
    reasons: {
      OTHER: 'Niet gezegd',
      MOVED: 'Verhuisd',
      DECEASED: 'Overleden',
      UNKNOWN: 'Daar niet bekend',
      REFUSED: 'Geweigerd',
      ADDRESS: 'Adres onjuist of onvolledig',
      UNCLAIMED: 'Niet afgehaald',
    },
    note: 'Opmerking (mag leeg blijven)',
    noteHint: 'Zoals wat de bezorger erop schreef. Blijft staan tot u het wijzigt.',
    report: 'Melden',
    now: 'Op deze pagina gemeld',
    outcomes: {
      RETURNED: 'Retour',
      ALREADY_RETURNED: 'Was al gemeld',
      NOT_SENT_YET: 'Kan niet terug zijn: de bezorger had het nooit',
      UNKNOWN_CODE: 'Geen stuk heeft deze code',
    },
    many: (codes: number) => (codes === 1 ? 'Eén code' : `${count(codes)} codes`),
    proposals: 'Elk stelt voor dat het adres geen post meer krijgt.',
    toProposals: 'De voorstellen bekijken',
  },
})
