import { count, words } from '../../../messages/index.svelte.ts'
import { soon } from '../seconds.ts'

export const w = words({
  en: {
    undelivered: 'Undelivered',
    event: 'Event',
    webhook: 'Webhook',
    why: 'Why',
    todo: 'What happens now',
    when: 'When',
    anyWebhook: 'Every webhook',
    anyReason: 'Every reason',
    answered: 'An answer other than 2xx',
    empty: 'Everything has arrived',
    noneListens: { live: 'No webhook listens to live events', test: 'No webhook of test mode' },
    noneListensText: {
      live: 'So nothing of live mode is sent to your programs. Webhooks that get test events only are in test mode.',
      test: 'So nothing of test mode can be undelivered. Those that were made in live mode show there what they lack.',
    },
    newWebhook: 'New webhook',
    emptyText: 'What a webhook did not get stands here, with the reason and what to do about it.',
    nextTry: (at: string) => `Next try ${soon(at)}`,
    nextTries: (number: number, at: string) =>
      number === 1
        ? `1 is tried again by itself, at ${soon(at)}.`
        : `${count(number)} are tried again by themselves, the first at ${soon(at)}.`,
    nowInstead: (number: number): string =>
      number === 1 ? 'It is sent now instead.' : 'They are sent now instead.',
    sending: 'Is being sent now',
    waits: 'It waits for you',
    areOff: 'Webhooks that are off',
    isOff: (name: string, missing: number | undefined) =>
      missing === undefined
        ? `${name} is switched off.`
        : `${name} is switched off, and lacks ${missing === 1 ? '1 event' : `${count(missing)} events`}. The receiving program must be mended first if it refused them.`,
    switchOnAndSend: (missing: number) =>
      missing === 1 ? 'Switch on and send 1 event' : `Switch on and send ${count(missing)} events`,
    switchOnWithout: 'Switch on without them',
    switchItOn: 'Switch on',
    switchedOn: 'The webhook is on. What is missing can be sent now.',
    whyOff: 'Why it is off',
    oneReason: 'What fails for one reason',
    allWait: (name: string, number: number, reason: string) =>
      `${name}: ${count(number)} events wait, all for one reason. ${reason}`,
    toWebhook: 'Go to the webhook',
    sendAll: (number: number) => `Send all ${count(number)} now`,
    gone: 'Nothing: it was deleted',
    deleted: 'Deleted webhook',
    sendAgain: 'Send again',
    sendTitle: (number: number) =>
      number === 1 ? 'Send 1 event again' : `Send ${count(number)} events again`,
    sendText: 'Each goes once to the webhook that did not get it, also where that is switched off.',
    othersStay: (number: number) =>
      number === 1
        ? '1 selected event is being sent already or has no webhook any more, and is left as it is.'
        : `${count(number)} selected events are being sent already or have no webhook any more, and are left as they are.`,
    onTheirWay: (number: number) =>
      number === 1 ? '1 event is on its way.' : `${count(number)} events are on their way.`,
    nothingToSend: 'Nothing to send: they are being sent already, or their webhook is gone.',
  },
  nl: {
    undelivered: 'Niet aangekomen',
    event: 'Gebeurtenis',
    webhook: 'Webhook',
    why: 'Waarom',
    todo: 'Hoe het verdergaat',
    when: 'Wanneer',
    anyWebhook: 'Elke webhook',
    anyReason: 'Elke reden',
    answered: 'Een ander antwoord dan 2xx',
    empty: 'Alles is aangekomen',
    noneListens: {
      live: 'Geen webhook luistert naar livegebeurtenissen',
      test: 'Geen webhook van de testmodus',
    },
    noneListensText: {
      live: 'Er gaat dus niets van de livemodus naar je programma’s. Webhooks die alleen testgebeurtenissen krijgen, staan in de testmodus.',
      test: 'Er kan dus niets van de testmodus ontbreken. Webhooks die in de livemodus zijn gemaakt, tonen daar wat ze missen.',
    },
    newWebhook: 'Nieuwe webhook',
    emptyText: 'Wat een webhook niet kreeg staat hier, met de reden en wat je eraan kunt doen.',
    nextTry: (at) => `Nieuwe poging ${soon(at)}`,
    nextTries: (number, at) =>
      number === 1
        ? `1 wordt vanzelf opnieuw geprobeerd, om ${soon(at)}.`
        : `${count(number)} worden vanzelf opnieuw geprobeerd, de eerste om ${soon(at)}.`,
    nowInstead: (number) => (number === 1 ? 'Die wordt nu al verstuurd.' : 'Die worden nu al verstuurd.'),
    sending: 'Wordt nu verstuurd',
    waits: 'Het wacht op jou',
    areOff: 'Webhooks die uit staan',
    isOff: (name, missing) =>
      missing === undefined
        ? `${name} staat uit.`
        : `${name} staat uit en mist ${missing === 1 ? '1 gebeurtenis' : `${count(missing)} gebeurtenissen`}. Herstel eerst het ontvangende programma als het ze weigerde.`,
    switchOnAndSend: (missing) =>
      missing === 1
        ? 'Aanzetten en 1 gebeurtenis versturen'
        : `Aanzetten en ${count(missing)} gebeurtenissen versturen`,
    switchOnWithout: 'Aanzetten zonder die',
    switchItOn: 'Aanzetten',
    switchedOn: 'De webhook staat aan. Wat ontbreekt, kan nu worden verstuurd.',
    whyOff: 'Waarom hij uit staat',
    oneReason: 'Wat om één reden hapert',
    allWait: (name, number, reason) =>
      `${name}: ${count(number)} gebeurtenissen wachten, allemaal om één reden. ${reason}`,
    toWebhook: 'Naar de webhook',
    sendAll: (number) => `Alle ${count(number)} nu versturen`,
    gone: 'Niets: hij is verwijderd',
    deleted: 'Verwijderde webhook',
    sendAgain: 'Opnieuw versturen',
    sendTitle: (number) =>
      number === 1 ? '1 gebeurtenis opnieuw versturen' : `${count(number)} gebeurtenissen opnieuw versturen`,
    sendText: 'Elk gaat één keer naar de webhook die hem niet kreeg, ook als die uit staat.',
    othersStay: (number) =>
      number === 1
        ? '1 geselecteerde gebeurtenis wordt al verstuurd of heeft geen webhook meer, en blijft zoals hij is.'
        : `${count(number)} geselecteerde gebeurtenissen worden al verstuurd of hebben geen webhook meer, en blijven zoals ze zijn.`,
    onTheirWay: (number) =>
      number === 1 ? '1 gebeurtenis is onderweg.' : `${count(number)} gebeurtenissen zijn onderweg.`,
    nothingToSend: 'Niets te versturen: ze worden al verstuurd, of hun webhook is weg.',
  },
})
