import { words } from '../../messages/index.svelte.ts'

export const v = words({
  en: {
    behind: (count: number) =>
      count === 1
        ? 'One Postflow still prints an earlier version'
        : `${count} Postflows still print an earlier version`,
    behindText:
      'Choose those that are to print the new version from now on. What waits in them already keeps the version it came with.',
    behindSeen: 'Who may change Postflows can have them print the new version.',
    prints: (number: number) => `prints version ${number}`,
    use: (number: number) => `Use version ${number} for new items`,
    used: (names: string, number: number) => `${names}: new items are printed with version ${number}.`,
    published: (number: number) => `Version ${number} is published`,
    later: 'Not now',
    newer: (printed: number | string, latest: number) =>
      `prints version ${printed}, version ${latest} is published`,
    olderMark: 'Earlier version',
  },
  nl: {
    behind: (count: number) =>
      count === 1
        ? 'Eén Postflow drukt nog een eerdere versie'
        : `${count} Postflows drukken nog een eerdere versie`,
    behindText:
      'Kies welke vanaf nu de nieuwe versie drukken. Wat er al in wacht, houdt de versie waarmee het kwam.',
    behindSeen: 'Wie Postflows mag wijzigen, kan ze de nieuwe versie laten drukken.',
    prints: (number: number) => `drukt versie ${number}`,
    use: (number: number) => `Versie ${number} voor nieuwe stuks gebruiken`,
    used: (names: string, number: number) => `${names}: nieuwe stuks worden met versie ${number} gedrukt.`,
    published: (number: number) => `Versie ${number} is gepubliceerd`,
    later: 'Nu niet',
    newer: (printed: number | string, latest: number) =>
      `drukt versie ${printed}, versie ${latest} is gepubliceerd`,
    olderMark: 'Eerdere versie',
  },
})
