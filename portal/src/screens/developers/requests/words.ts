import { count, words } from '../../../messages/index.svelte.ts'

export const w = words({
  en: {
    request: 'Request',
    asked: 'What was asked',
    answer: 'Answer',
    who: 'Who',
    took: 'Took',
    when: 'When',
    ms: (value: number) => `${count(value)} ms`,
    programs: 'All programs',
    everyone: 'Programs and people',
    people: 'People in the portal',
    filterWho: 'Who asked',
    anyAnswer: 'Every answer',
    filterAnswer: 'Answer',
    good: 'Done (2xx)',
    refused: 'Refused (4xx)',
    failed: 'Failed (5xx)',
    findId: 'Find a request by its id',
    findIdHint: 'Request id',
    again: 'Look again',
    empty: 'No program has asked anything yet',
    emptyText:
      'What your programs ask of the API stands here for 7 days, with the answer, but without contents.',
    makeKey: 'New API key',
    curl: 'A first request, which says who you are',
    operation: 'Operation',
    key: 'API key',
    person: 'Person',
    callerId: 'Its id',
    requestId: 'Request id',
    requestIdText: 'Each answer carries it as X-Request-Id. Give it to support: it leads to this request.',
    notKept: 'Queries and bodies are not kept, because they hold names and addresses.',
    gone: 'This request is not on record (any more).',
    several: 'Several requests had this id, because the program chose it itself.',
    meaning: (status: number): string => {
      if (status < 300) return 'It was done.'
      if (status < 400) return 'It was sent elsewhere.'
      if (status === 400) return 'The request could not be read.'
      if (status === 401) return 'The key is wrong, has ended or was revoked.'
      if (status === 403) return 'The key may not do this.'
      if (status === 404) return 'There is no such thing, or not for this key and in this mode.'
      if (status === 409) return 'It does not go together with the present state.'
      if (status === 412) return 'Another change came first.'
      if (status === 422) return 'Something in the request is wrong; the answer named each part.'
      if (status === 429) return 'There were too many requests; the answer said when to go on.'
      if (status < 500) return 'The request was refused.'
      return 'The server could not do it. If it stays, tell the operator.'
    },
  },
  nl: {
    request: 'Verzoek',
    asked: 'Wat er werd gevraagd',
    answer: 'Antwoord',
    who: 'Wie',
    took: 'Duurde',
    when: 'Wanneer',
    ms: (value) => `${count(value)} ms`,
    programs: 'Alle programma’s',
    everyone: 'Programma’s en mensen',
    people: 'Mensen in het portaal',
    filterWho: 'Wie vroeg',
    anyAnswer: 'Elk antwoord',
    filterAnswer: 'Antwoord',
    good: 'Gedaan (2xx)',
    refused: 'Geweigerd (4xx)',
    failed: 'Mislukt (5xx)',
    findId: 'Zoek een verzoek met zijn id',
    findIdHint: 'Id van het verzoek',
    again: 'Opnieuw kijken',
    empty: 'Er heeft nog geen programma iets gevraagd',
    emptyText:
      'Wat je programma’s aan de API vragen staat hier 7 dagen, met het antwoord, maar zonder de inhoud.',
    makeKey: 'Nieuwe API-sleutel',
    curl: 'Een eerste verzoek, dat zegt wie je bent',
    operation: 'Bewerking',
    key: 'API-sleutel',
    person: 'Persoon',
    callerId: 'De id daarvan',
    requestId: 'Id van het verzoek',
    requestIdText:
      'Elk antwoord heeft hem als X-Request-Id. Geef hem aan de hulp: hij leidt naar dit verzoek.',
    notKept: 'Zoekvragen en inhoud worden niet bewaard, want daar staan namen en adressen in.',
    gone: 'Dit verzoek staat niet (meer) in het logboek.',
    several: 'Meer verzoeken hadden deze id, omdat het programma hem zelf koos.',
    meaning: (status) => {
      if (status < 300) return 'Het is gedaan.'
      if (status < 400) return 'Er werd verwezen naar elders.'
      if (status === 400) return 'Het verzoek was niet te lezen.'
      if (status === 401) return 'De sleutel klopt niet, is verlopen of ingetrokken.'
      if (status === 403) return 'De sleutel mag dit niet.'
      if (status === 404) return 'Het is er niet, of niet voor deze sleutel en in deze modus.'
      if (status === 409) return 'Het gaat niet samen met de huidige stand.'
      if (status === 412) return 'Een andere wijziging was eerst.'
      if (status === 422) return 'Er klopt iets niet in het verzoek; het antwoord noemde elk deel.'
      if (status === 429) return 'Het waren te veel verzoeken; het antwoord zei wanneer het weer kan.'
      if (status < 500) return 'Het verzoek is geweigerd.'
      return 'De server kon het niet. Blijft het zo, vertel het dan de beheerder.'
    },
  },
})
