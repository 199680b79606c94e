import { count, moment, words } from '../../../messages/index.svelte.ts'

export const w = words({
  en: {
    undelivered: 'Undelivered',
    event: 'Event',
    webhook: 'Webhook',
    why: 'Why',
    todo: 'What to do',
    when: 'When',
    anyWebhook: 'Every webhook',
    anyReason: 'Every reason',
    answered: 'An answer other than 2xx',
    empty: 'Everything has arrived',
    emptyText: 'What a webhook did not get stands here, with the reason and what to do about it.',
    again: (at: string) => `Goes on by itself: ${moment(at)}`,
    sending: 'Is being sent now',
    mend: 'Mend the receiver, then send',
    switchOn: 'Switch on, then send',
    mendAndSwitchOn: 'Mend the receiver, switch on, then send',
    sendMissed: 'Send what is missing',
    areOff: 'Webhooks that are off',
    isOff: (url: string) => `${url} is switched off: nothing is sent to it.`,
    switchItOn: 'Switch on',
    switchedOn: 'The webhook is on. What is missing can be sent now.',
    whyOff: 'Why it is off',
    gone: 'Nothing: it was deleted',
    deleted: 'Deleted webhook',
    sendAgain: 'Send again',
    sendTitle: (number: number) =>
      number === 1 ? 'Send 1 event again' : `Send ${count(number)} events again`,
    sendText: 'Each goes once to the webhook that did not get it, also where that is switched off.',
    othersStay: (number: number) =>
      number === 1
        ? '1 selected event goes on by itself or has no webhook any more, and is left as it is.'
        : `${count(number)} selected events go on by themselves or have no webhook any more, and are left as they are.`,
    onTheirWay: (number: number) =>
      number === 1 ? '1 event is on its way.' : `${count(number)} events are on their way.`,
    nothingToSend: 'Nothing to send: they go on by themselves, or their webhook is gone.',
  },
  nl: {
    undelivered: 'Niet aangekomen',
    event: 'Gebeurtenis',
    webhook: 'Webhook',
    why: 'Waarom',
    todo: 'Wat je kunt doen',
    when: 'Wanneer',
    anyWebhook: 'Elke webhook',
    anyReason: 'Elke reden',
    answered: 'Een ander antwoord dan 2xx',
    empty: 'Alles is aangekomen',
    emptyText: 'Wat een webhook niet kreeg staat hier, met de reden en wat je eraan kunt doen.',
    again: (at) => `Gaat vanzelf verder: ${moment(at)}`,
    sending: 'Wordt nu verstuurd',
    mend: 'Ontvanger herstellen en versturen',
    switchOn: 'Aanzetten en versturen',
    mendAndSwitchOn: 'Ontvanger herstellen, aanzetten en versturen',
    sendMissed: 'Versturen wat ontbreekt',
    areOff: 'Webhooks die uit staan',
    isOff: (url) => `${url} staat uit: er gaat niets naartoe.`,
    switchItOn: 'Aanzetten',
    switchedOn: 'De webhook staat aan. Wat ontbreekt, kan nu worden verstuurd.',
    whyOff: 'Waarom hij uit staat',
    gone: 'Niets: hij is verwijderd',
    deleted: 'Verwijderde webhook',
    sendAgain: 'Opnieuw versturen',
    sendTitle: (number) =>
      number === 1 ? '1 gebeurtenis opnieuw versturen' : `${count(number)} gebeurtenissen opnieuw versturen`,
    sendText: 'Elk gaat één keer naar de webhook die hem niet kreeg, ook als die uit staat.',
    othersStay: (number) =>
      number === 1
        ? '1 geselecteerde gebeurtenis gaat vanzelf verder of heeft geen webhook meer, en blijft zoals hij is.'
        : `${count(number)} geselecteerde gebeurtenissen gaan vanzelf verder of hebben geen webhook meer, en blijven zoals ze zijn.`,
    onTheirWay: (number) =>
      number === 1 ? '1 gebeurtenis is onderweg.' : `${count(number)} gebeurtenissen zijn onderweg.`,
    nothingToSend: 'Niets te versturen: ze gaan vanzelf verder, of hun webhook is weg.',
  },
})
