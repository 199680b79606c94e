import { count, words } from '../../messages/index.svelte.ts'

const many = (number: number, isCapped: boolean) => `${count(number)}${isCapped ? '+' : ''}`

export const v = words({
  en: {
    behind: (count: number, latest: number) =>
      count === 1
        ? `One Postflow does not print version ${latest} yet`
        : `${count} Postflows do not print version ${latest} yet`,
    behindText: (latest: number) =>
      `Those that are ticked print version ${latest} for items that come from now on. Items that are there already keep the version that they came with.`,
    behindSeen: 'Who may change Postflows can have them print the new version.',
    prints: (number: number) => `prints version ${number}`,
    does: {
      DRAFT: (number: number) => `not active yet; would print version ${number}`,
      ACTIVE: (number: number) => `prints version ${number}`,
      PAUSED: (number: number) => `paused; prints version ${number}`,
      ARCHIVED: (number: number) => `archived; printed version ${number}`,
    },
    keeping: (number: number, isCapped: boolean) =>
      number === 1
        ? '1 item that is not in production yet keeps an earlier version'
        : `${many(number, isCapped)} items that are not in production yet keep an earlier version`,
    keptText: (latest: number) =>
      `New items are printed with version ${latest}. To have it on these too, cancel them in the list and add them anew:`,
    use: (number: number) => `Print version ${number} from now on`,
    used: (names: string, number: number) => `${names}: new items are printed with version ${number}.`,
    willUse: (names: string, number: number) => `${names}: version ${number} is printed once it is active.`,
    published: (number: number) => `Version ${number} is published`,
    later: 'Not now',
    laterText: '“Not now”: new items go on being printed with the earlier version.',
    newer: (printed: number | string, latest: number) =>
      `prints version ${printed}, version ${latest} is published`,
    olderMark: 'Earlier version',
    version: 'Prints',
    one: (number: number) => `Version ${number}`,
    oneOf: (number: number, latest: number) => `Version ${number} of ${latest}`,
    printedBy: 'Printed by',
    notActive: 'not active yet',
  },
  nl: {
    behind: (count: number, latest: number) =>
      count === 1
        ? `Eén Postflow drukt versie ${latest} nog niet`
        : `${count} Postflows drukken versie ${latest} nog niet`,
    behindText: (latest: number) =>
      `Wat is aangevinkt, drukt versie ${latest} op stukken die vanaf nu komen. Stukken die er al zijn, houden de versie waarmee ze kwamen.`,
    behindSeen: 'Wie Postflows mag wijzigen, kan ze de nieuwe versie laten drukken.',
    prints: (number: number) => `drukt versie ${number}`,
    does: {
      DRAFT: (number: number) => `nog niet actief; zou versie ${number} drukken`,
      ACTIVE: (number: number) => `drukt versie ${number}`,
      PAUSED: (number: number) => `gepauzeerd; drukt versie ${number}`,
      ARCHIVED: (number: number) => `gearchiveerd; drukte versie ${number}`,
    },
    keeping: (number: number, isCapped: boolean) =>
      number === 1
        ? '1 stuk dat nog niet in productie is, houdt een eerdere versie'
        : `${many(number, isCapped)} stukken die nog niet in productie zijn, houden een eerdere versie`,
    keptText: (latest: number) =>
      `Nieuwe stukken worden met versie ${latest} gedrukt. Moet die ook op deze? Annuleer ze in de lijst en voeg ze opnieuw toe:`,
    use: (number: number) => `Vanaf nu versie ${number} drukken`,
    used: (names: string, number: number) => `${names}: nieuwe stukken worden met versie ${number} gedrukt.`,
    willUse: (names: string, number: number) => `${names}: drukt versie ${number} zodra die actief is.`,
    published: (number: number) => `Versie ${number} is gepubliceerd`,
    later: 'Nu niet',
    laterText: '“Nu niet”: nieuwe stukken worden nog met de eerdere versie gedrukt.',
    newer: (printed: number | string, latest: number) =>
      `drukt versie ${printed}, versie ${latest} is gepubliceerd`,
    olderMark: 'Eerdere versie',
    version: 'Drukt',
    one: (number: number) => `Versie ${number}`,
    oneOf: (number: number, latest: number) => `Versie ${number} van ${latest}`,
    printedBy: 'Gedrukt door',
    notActive: 'nog niet actief',
  },
})
