import { describe, expect, test } from 'vitest'
import {
  accessText,
  connectorStoppedText,
  endpointDisabledText,
  invitationText,
  loadMailWords,
  type MailWords,
  noticeText,
  resetText,
  supportText,
} from '../../../src/core/features/people/mails.ts'
import { type Language, languages } from '../../../src/core/model/people.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { person } from '../../support/people.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

/** 1 December 2026, 09:05 in Amsterdam. */
const until = Date.parse('2026-12-01T08:05:00Z')
const organisation = 'Kaas & Co'
const link = 'https://mail.example/portal/reset-password#token'
const cap = { cents: 123_456, currency: 'EUR' }
const month = '2026-11'

const notice = (subject: string, text: string, words: MailWords) =>
  noticeText(words, { organisation, subject, text, portal: 'https://mail.example/portal', page: 'items' })

/** Every mail, and every text that it may contain. */
const mails = {
  invitation: (words) => invitationText(words, { organisation, by: 'Ada', link, until }),
  invitationByNobody: (words) => invitationText(words, { organisation, by: undefined, link, until }),
  reset: (words) => resetText(words, { link, until }),
  access: (words) => accessText(words, { link, until }),
  endpoint: (words) =>
    endpointDisabledText(words, { url: 'https://hooks.example', events: 10, organisation }),
  connector: (words) => connectorStoppedText(words, { name: 'Shop', organisation }),
  support: (words) =>
    supportText(words, { ticketId: 'tkt_1', subject: 'Question', author: 'Ada', organisation, text: 'Why?' }),
  approval: (words) => notice(words.approval.subject, words.approval.both({ items: 1, mailings: 2 }), words),
  approvalOfItems: (words) => notice(words.approval.subject, words.approval.items({ items: 1234 }), words),
  approvalOfMailings: (words) =>
    notice(words.approval.subject, words.approval.mailings({ mailings: 1 }), words),
  rejected: ({ rejected, ...words }) =>
    notice(rejected.subject, rejected.text({ name: 'Bram', mailing: 'Spring' }), { rejected, ...words }),
  handedOver: (words) => {
    const values = { isOwnMail: false, cutoff: '2026-12-01T08:05:00.000Z', pieces: 2 }
    return notice(words.handedOver.subject(values), words.handedOver.text(values), words)
  },
  readyToPrint: (words) => {
    const values = { isOwnMail: true, cutoff: '2026-12-01T08:05:00.000Z', pieces: 1 }
    return notice(words.handedOver.subject(values), words.handedOver.text(values), words)
  },
  importFailed: (words) =>
    notice(
      words.importFailed.subject,
      [words.importFailed.list, ...Object.values(words.importFailed.reasons)].join(' '),
      words,
    ),
  balanceLow: (words) => notice(words.balanceLow.subject, words.balanceLow.text({ available: cap }), words),
  capReached: (words) => notice(words.capReached.subject, words.capReached.text({ cap, month }), words),
  capOfKeyReached: (words) =>
    notice(words.capReached.subject, words.capReached.ofKey({ key: 'Web shop', cap, month }), words),
} satisfies Record<string, (words: MailWords) => { subject: string; text: string }>

const wordsIn = async (language: Language): Promise<MailWords> =>
  (await loadMailWords({ attempts: 0 }, language))('Europe/Amsterdam')

/** Subjects in English, Dutch, German and French. */
const invitation = [
  'Join Kaas & Co on Lettershop',
  'Doe mee met Kaas & Co op Lettershop',
  'Einladung zu Kaas & Co in Lettershop',
  'Rejoignez Kaas & Co sur Lettershop',
]
const approval = [
  'Mail waits for your approval (Kaas & Co)',
  'Er wacht post op je goedkeuring (Kaas & Co)',
  'Post wartet auf Ihre Freigabe (Kaas & Co)',
  'Du courrier attend votre approbation (Kaas & Co)',
]
const capReached = [
  'A spending cap was reached (Kaas & Co)',
  'Een bestedingslimiet is bereikt (Kaas & Co)',
  'Ein Ausgabenlimit ist erreicht (Kaas & Co)',
  'Un plafond de dépenses est atteint (Kaas & Co)',
]
const subjectsOf: Record<keyof typeof mails, string[]> = {
  invitation,
  invitationByNobody: invitation,
  reset: [
    'A new password for Lettershop',
    'Een nieuw wachtwoord voor Lettershop',
    'Ein neues Passwort für Lettershop',
    'Un nouveau mot de passe pour Lettershop',
  ],
  access: [
    'Choose a password for Lettershop',
    'Kies een wachtwoord voor Lettershop',
    'Wählen Sie ein Passwort für Lettershop',
    'Choisissez un mot de passe pour Lettershop',
  ],
  endpoint: [
    'A webhook of Kaas & Co was paused',
    'Een webhook van Kaas & Co is gepauzeerd',
    'Ein Webhook von Kaas & Co wurde pausiert',
    'Un webhook a été mis en pause : Kaas & Co',
  ],
  connector: [
    'An incoming webhook of Kaas & Co was stopped',
    'Een inkomende webhook van Kaas & Co is gestopt',
    'Ein eingehender Webhook von Kaas & Co wurde gestoppt',
    'Un webhook entrant a été arrêté : Kaas & Co',
  ],
  support: languages.map(() => '[tkt_1] Question'),
  approval,
  approvalOfItems: approval,
  approvalOfMailings: approval,
  rejected: [
    'A mailing was sent back (Kaas & Co)',
    'Een mailing is teruggestuurd (Kaas & Co)',
    'Ein Mailing wurde zurückgegeben (Kaas & Co)',
    'Un mailing a été rejeté (Kaas & Co)',
  ],
  handedOver: [
    'A print run went to the printer (Kaas & Co)',
    'Een drukgang ging naar de drukker (Kaas & Co)',
    'Ein Drucklauf ging an die Druckerei (Kaas & Co)',
    'Un tirage est parti chez l’imprimeur (Kaas & Co)',
  ],
  readyToPrint: [
    'A print run is ready to print (Kaas & Co)',
    'Een drukgang is klaar om te drukken (Kaas & Co)',
    'Ein Drucklauf ist druckbereit (Kaas & Co)',
    'Un tirage est prêt à imprimer (Kaas & Co)',
  ],
  importFailed: [
    'An import failed (Kaas & Co)',
    'Een import is mislukt (Kaas & Co)',
    'Ein Import ist fehlgeschlagen (Kaas & Co)',
    'Une importation a échoué (Kaas & Co)',
  ],
  balanceLow: [
    'The balance is low (Kaas & Co)',
    'Het saldo is laag (Kaas & Co)',
    'Das Guthaben ist niedrig (Kaas & Co)',
    'Le solde est bas (Kaas & Co)',
  ],
  capReached,
  capOfKeyReached: capReached,
}

/** Replaces no-break spaces, which differ between versions of Unicode's data. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

describe('each mail is written in each language', () => {
  test.each(Object.entries(mails))('%s', async (name, write) => {
    const written = await Promise.all(languages.map(async (language) => write(await wordsIn(language))))
    expect(written.map(({ subject }) => plain(subject))).toEqual(subjectsOf[name as keyof typeof mails])
    for (const { subject, text } of written) {
      expect(`${subject}\n${text}`).not.toMatch(/undefined|NaN|\[object|[{}]/)
      expect(subject).not.toMatch(/\n/)
    }
    expect(new Set(written.map(({ text }) => text)).size).toBe(languages.length)
  })

  test('names in it cannot begin a line', async () => {
    const words = await wordsIn('en')
    const organisation = 'Kaas\r\nBcc: everyone@example.com'
    const mail = invitationText(words, { organisation, by: 'Ada\u2028Grace', link, until })
    expect(mail.subject).toBe('Join Kaas Bcc: everyone@example.com on Lettershop')
    expect(mail.text.split('\n')[0]).toBe('Ada Grace invites you to Kaas Bcc: everyone@example.com.')
  })

  test.each([
    ['en', '1 December 2026, 09:05 CET', '€1,234.56'],
    ['nl', '1 december 2026, 09:05 CET', '€ 1.234,56'],
    ['de', '1. Dezember 2026, 09:05 MEZ', '1.234,56 €'],
    ['fr', '1 décembre 2026, 09:05 UTC+1', '1 234,56 €'],
  ] as const)(
    'dates and amounts are those of %s, in the organisation’s zone',
    async (language, at, amount) => {
      const words = await wordsIn(language)
      expect(mails.invitation(words).text).toContain(at)
      expect(plain(mails.balanceLow(words).text)).toContain(amount)
    },
  )
})

const subjects = (shop: TestShop) =>
  Object.fromEntries(shop.mailer.sent.map(({ to, subject }) => [to, subject]))
const speak = (shop: TestShop, id: string, language: Language | null) =>
  shop.services.store.write((rows) => rows.users.update(everyone, id, { language }))

const reset = {
  none: 'A new password for Lettershop',
  en: 'A new password for Lettershop',
  nl: 'Een nieuw wachtwoord voor Lettershop',
  de: 'Ein neues Passwort für Lettershop',
  fr: 'Un nouveau mot de passe pour Lettershop',
}

describe('a mail is in the language of', () => {
  test.each(Object.entries(reset))('its user, who chose %s', async (language, subject) => {
    const shop = await createTestShop()
    const { id, email } = await person(shop, 'ada@example.com')
    await speak(shop, id, language === 'none' ? null : (language as Language))
    await shop.call('passwordReset.request', { body: { email } })
    await shop.settle()
    expect(subjects(shop)).toEqual({ [email]: subject })
  })

  test.each([
    ['the organisation’s country', {}, 'Doe mee met Kaas & Co op Lettershop'],
    ['its invoices', { language: 'fr' }, 'Rejoignez Kaas & Co sur Lettershop'],
  ])('%s for an invited address without an account', async (_what, settings, subject) => {
    const shop = await createTestShop()
    const session = await shop.portal()
    await shop.call('billing.patchSettings', { session, body: settings })
    await shop.call('invitations.create', { session, body: { email: 'new@example.com', roles: ['viewer'] } })
    await shop.settle()
    expect(subjects(shop)).toEqual({ 'new@example.com': subject })
  })

  test('the account of an invited address', async () => {
    const shop = await createTestShop()
    const { organisation } = await shop.another()
    const { id, email } = await person(shop, 'Greta@example.com', { organisationId: organisation.id })
    await speak(shop, id, 'de')
    const body = { email: 'greta@example.com', roles: ['viewer'] }
    await shop.call('invitations.create', { session: await shop.portal(), body })
    await shop.settle()
    expect(Object.values(subjects(shop))).toEqual(['Einladung zu Kaas & Co in Lettershop'])
    expect(email).toBe('Greta@example.com')
  })

  test('each operator for a ticket, and its author for an answer', async () => {
    const shop = await createTestShop()
    const author = await shop.portal({ role: 'viewer', email: 'vera@example.com' })
    const olaf = await shop.portal({ operator: true, email: 'olaf@example.com' })
    const odile = await shop.portal({ operator: true, email: 'odile@example.com' })
    await speak(shop, author.user.id, 'nl')
    await speak(shop, odile.user.id, 'fr')
    const body = { subject: 'Paper', text: 'Why?' }
    const { id } = (await shop.call('support.create', { session: author, body })).body
    await shop.settle()
    const organisationId = shop.organisation.id
    const answer = { session: olaf, params: { id }, organisationId, body: { text: 'Because.' } }
    await shop.call('support.answer', answer)
    await shop.settle()
    const first = Object.fromEntries(
      shop.mailer.sent.map(({ to, text }) => [to, plain(text.split('\n')[0]!)]),
    )
    expect(first).toEqual({
      'olaf@example.com': 'vera@example.com (Kaas & Co) writes:',
      'odile@example.com': 'vera@example.com (Kaas & Co) écrit :',
      'vera@example.com': 'olaf@example.com (Kaas & Co) schrijft:',
    })
  })
})
