import { count, moment, words } from '../../../messages/index.svelte.ts'

const hoursEn = (hours: number): string =>
  hours === 0
    ? 'not at all'
    : hours < 48
      ? `for ${hours} ${hours === 1 ? 'hour' : 'hours'}`
      : `for ${hours / 24} days`
const hoursNl = (hours: number): string =>
  hours === 0 ? 'helemaal niet' : hours < 48 ? `nog ${hours} uur` : `nog ${hours / 24} dagen`

export const w = words({
  en: {
    webhook: 'Webhook',
    all: 'All webhooks',
    undelivered: 'Undelivered',
    add: 'New webhook',
    address: 'Address',
    name: 'Name',
    noName: 'It has no name yet.',
    giveName: 'Give it a name',
    gets: 'Gets',
    on: 'On',
    off: 'Off',
    offSince: (day: string, byItself: boolean) =>
      byItself ? `Off since ${day}: it failed` : `Off since ${day}`,
    onSending: 'Sending',
    failing: 'Failing',
    failingWith: (events: string) => `Failing: ${events} ${events === '1' ? 'waits' : 'wait'}`,
    empty: 'No webhook yet',
    emptyText:
      'A webhook is an address of your own program. We call it when something happens, such as an item that was delivered, so that your program need not ask.',
    emptyTest: 'Here are the webhooks for test events; those for live mail are in live mode.',
    create: 'Create the webhook',
    urlHint: {
      secure: 'Begins with https:// and can be reached from the internet.',
      insecure:
        'Can be reached from the internet, or is on this server itself (http://127.0.0.1…). On this server http:// is allowed too.',
    },
    nameHint: 'What is it for, such as Accounting? Lists and messages call it so.',
    which: 'Which events',
    everything: 'Everything, also what a later version adds',
    some: 'Only these',
    someHint: 'Choose at least one.',
    narrow: 'Only about',
    both: 'Live and test',
    onlyLive: 'Live only',
    onlyTest: 'Test only',
    ofMode: 'Mode',
    nothingReal: 'Test events only, nothing of real mail',
    noneReal: 'None of these webhooks gets anything of real mail: they get events of test mode only.',
    testOnly:
      'A webhook that is made in test mode gets events of test mode only, nothing of real mail. For real mail, make one in live mode.',
    anyPostflow: 'Any Postflow',
    ofPostflow: 'Postflow',
    anyPostbatch: 'Any mailing',
    ofPostbatch: 'Mailing',
    secret: 'Secret',
    secretTitle: 'The secret of your webhook',
    secretText: 'Your program checks with it that a call came from us. Put it into its settings.',
    overview: 'Overview',
    deliveries: 'Deliveries',
    settings: 'Settings',
    signature: 'Signature',
    saved: 'The webhook was changed.',
    created: 'The webhook is there and gets events from now on.',
    isOff: 'Events are not sent to this webhook',
    offFailed: (at: string) =>
      `It was switched off on ${moment(at)}, because ten events in a row could not be delivered.`,
    offByPerson: (at: string) => `It was switched off on ${moment(at)} by your organisation.`,
    lastFailure: 'What went wrong last',
    seeAttempts: 'All attempts of this delivery',
    whatToDo: 'What to do',
    stepMend:
      'The receiving program must be mended by whoever looks after it: its answer above says what is wrong.',
    stepTest: 'Send a test, also while the webhook is off, and see what the receiving program answers.',
    stepOn: (events: number) =>
      events === 0
        ? 'Switch the webhook on. Nothing is missing.'
        : events === 1
          ? 'Switch the webhook on, and send the 1 event that is missing.'
          : `Switch the webhook on, and send the ${count(events)} events that are missing.`,
    stepOnText:
      'Without them it gets only what happens from now on; they stay under Undelivered, and can be sent within 30 days. Should one come twice, the receiving program knows it by its id.',
    enableWithout: 'Switch on without them',
    isFailing: 'Events do not arrive',
    hasMissed: (events: number) =>
      events === 1 ? '1 event is missing' : `${count(events)} events are missing`,
    missedText:
      'They happened while the webhook was off, or were given up after all attempts. Each is sent once.',
    isWell: 'All is well: nothing waits and nothing failed.',
    isSending: (events: string) => `Events are being sent: ${events} on their way.`,
    wereSent: (events: number, at: string) =>
      events === 1
        ? `1 missing event was sent at ${at}.`
        : `${count(events)} missing events were sent at ${at}.`,
    test: 'Send a test',
    testGoes: 'The test is on its way …',
    testWell: (at: string, ms: number) => `The receiving program took the test of ${at}, in ${count(ms)} ms.`,
    testBadly: (at: string) => `The test of ${at} did not get through. It is not sent again by itself.`,
    testAttempts: 'What was sent',
    testMode:
      'This webhook gets nothing of real mail: events of test mode only. Whether they arrive, and what was sent, is shown there.',
    testModeOff:
      'This webhook gets nothing of real mail: events of test mode only. What failed, what is missing and the way to switch it on are shown there.',
    enable: 'Switch on',
    enableAndReplay: (events: number) =>
      events === 1
        ? 'Switch on and send 1 missing event'
        : `Switch on and send ${count(events)} missing events`,
    enabled: 'The webhook is on.',
    pause: 'Switch off',
    pauseText:
      'Nothing is sent to it any more. What happens meanwhile is kept for 30 days and can be sent afterwards.',
    paused: 'The webhook is off.',
    sendMissing: (events: number) =>
      events === 1 ? 'Send 1 missing event' : `Send ${count(events)} missing events`,
    since: 'Send since …',
    sinceTitle: 'Send what is missing since …',
    sinceFrom: 'From',
    sinceText: 'What was missed or given up from then on is sent, each event once.',
    sinceCount: (events: number) =>
      events === 0
        ? 'Nothing is missing since then.'
        : events === 1
          ? '1 event is missing since then.'
          : `${count(events)} events are missing since then.`,
    sinceSend: 'Send',
    replayed: (events: number) =>
      events === 1 ? '1 event is on its way.' : `${count(events)} events are on their way.`,
    remove: 'Delete',
    removeTitle: 'Delete this webhook?',
    removeText:
      'Nothing is sent to it any more, and its log is gone. What waits for it is dropped. This cannot be undone.',
    removed: 'The webhook was deleted.',
    rotate: 'New secret',
    rotateText:
      'Your program gets a new secret to check our calls with. The old one goes on signing beside it for a while, so that nothing is refused meanwhile.',
    overlap: 'The old secret signs on',
    hours: hoursEn,
    rotated: 'The new secret signs from now on.',
    rotateSecretText: (until: string | null) =>
      until
        ? `Put it into your program's settings before ${moment(until)}: until then the old one signs beside it in the header webhook-signature.`
        : "Put it into your program's settings now: the old one signs no more.",
    status: 'Status',
    notBefore: 'Events from before it was made are not sent.',
  },
  nl: {
    webhook: 'Webhook',
    all: 'Alle webhooks',
    undelivered: 'Niet aangekomen',
    add: 'Nieuwe webhook',
    address: 'Adres',
    name: 'Naam',
    noName: 'Hij heeft nog geen naam.',
    giveName: 'Een naam geven',
    gets: 'Krijgt',
    on: 'Aan',
    off: 'Uit',
    offSince: (day, byItself) => (byItself ? `Uit sinds ${day}: haperde` : `Uit sinds ${day}`),
    onSending: 'Verstuurt',
    failing: 'Hapert',
    failingWith: (events) => `Hapert: ${events} ${events === '1' ? 'wacht' : 'wachten'}`,
    empty: 'Nog geen webhook',
    emptyText:
      'Een webhook is een adres van je eigen programma. Wij roepen het aan als er iets gebeurt, zoals een poststuk dat is bezorgd, zodat je programma er niet om hoeft te vragen.',
    emptyTest: 'Hier staan de webhooks voor testgebeurtenissen; die voor echte post staan in de livemodus.',
    create: 'Webhook maken',
    urlHint: {
      secure: 'Begint met https:// en is vanaf het internet te bereiken.',
      insecure:
        'Is vanaf het internet te bereiken, of staat op deze server zelf (http://127.0.0.1…). Op deze server mag ook http://.',
    },
    nameHint: 'Waar is hij voor, zoals Boekhouding? Zo heet hij in lijsten en berichten.',
    which: 'Welke gebeurtenissen',
    everything: 'Alles, ook wat een latere versie toevoegt',
    some: 'Alleen deze',
    someHint: 'Kies er minstens één.',
    narrow: 'Alleen over',
    both: 'Live en test',
    onlyLive: 'Alleen live',
    onlyTest: 'Alleen test',
    ofMode: 'Modus',
    nothingReal: 'Alleen testgebeurtenissen, niets van echte post',
    noneReal:
      'Geen van deze webhooks krijgt iets van echte post: ze krijgen alleen gebeurtenissen van de testmodus.',
    testOnly:
      'Een webhook die in de testmodus is gemaakt, krijgt alleen gebeurtenissen van de testmodus, niets van echte post. Maak voor echte post een webhook in de livemodus.',
    anyPostflow: 'Elke Postflow',
    ofPostflow: 'Postflow',
    anyPostbatch: 'Elke mailing',
    ofPostbatch: 'Mailing',
    secret: 'Geheim',
    secretTitle: 'Het geheim van je webhook',
    secretText:
      'Je programma controleert ermee of een aanroep van ons komt. Zet het in de instellingen van je programma.',
    overview: 'Overzicht',
    deliveries: 'Bezorgingen',
    settings: 'Instellingen',
    signature: 'Handtekening',
    saved: 'De webhook is gewijzigd.',
    created: 'De webhook is er en krijgt vanaf nu gebeurtenissen.',
    isOff: 'Er gaan geen gebeurtenissen naar deze webhook',
    offFailed: (at) =>
      `Hij is uitgezet op ${moment(at)}, omdat tien gebeurtenissen op rij niet konden worden afgeleverd.`,
    offByPerson: (at) => `Hij is op ${moment(at)} uitgezet door je organisatie.`,
    lastFailure: 'Wat er het laatst misging',
    seeAttempts: 'Alle pogingen van deze bezorging',
    whatToDo: 'Wat je kunt doen',
    stepMend:
      'Wie voor het ontvangende programma zorgt, moet het herstellen: het antwoord hierboven zegt wat er mis is.',
    stepTest:
      'Stuur een test, ook als de webhook uit staat, en kijk wat het ontvangende programma antwoordt.',
    stepOn: (events) =>
      events === 0
        ? 'Zet de webhook aan. Er ontbreekt niets.'
        : events === 1
          ? 'Zet de webhook aan en verstuur de ene gebeurtenis die ontbreekt.'
          : `Zet de webhook aan en verstuur de ${count(events)} gebeurtenissen die ontbreken.`,
    stepOnText:
      'Zonder die krijgt hij alleen wat er vanaf nu gebeurt; ze blijven bij Niet aangekomen staan en kunnen binnen 30 dagen worden verstuurd. Komt er een twee keer, dan herkent het ontvangende programma hem aan zijn id.',
    enableWithout: 'Aanzetten zonder die',
    isFailing: 'Gebeurtenissen komen niet aan',
    hasMissed: (events) =>
      events === 1 ? '1 gebeurtenis ontbreekt' : `${count(events)} gebeurtenissen ontbreken`,
    missedText:
      'Ze gebeurden terwijl de webhook uit stond, of zijn na alle pogingen opgegeven. Elke wordt één keer verstuurd.',
    isWell: 'Alles in orde: er wacht niets en er mislukte niets.',
    isSending: (events) => `Gebeurtenissen worden verstuurd: ${events} onderweg.`,
    wereSent: (events, at) =>
      events === 1
        ? `1 ontbrekende gebeurtenis is om ${at} verstuurd.`
        : `${count(events)} ontbrekende gebeurtenissen zijn om ${at} verstuurd.`,
    test: 'Test versturen',
    testGoes: 'De test is onderweg …',
    testWell: (at, ms) => `Het ontvangende programma nam de test van ${at} aan, in ${count(ms)} ms.`,
    testBadly: (at) => `De test van ${at} kwam niet aan. Hij wordt niet vanzelf opnieuw verstuurd.`,
    testAttempts: 'Wat er is verstuurd',
    testMode:
      'Deze webhook krijgt niets van echte post, alleen gebeurtenissen van de testmodus. Of ze aankomen en wat er is verstuurd, staat daar.',
    testModeOff:
      'Deze webhook krijgt niets van echte post, alleen gebeurtenissen van de testmodus. Wat er misging, wat er ontbreekt en hoe je hem aanzet, staat daar.',
    enable: 'Aanzetten',
    enableAndReplay: (events) =>
      events === 1
        ? 'Aanzetten en 1 ontbrekende gebeurtenis versturen'
        : `Aanzetten en ${count(events)} ontbrekende gebeurtenissen versturen`,
    enabled: 'De webhook staat aan.',
    pause: 'Uitzetten',
    pauseText:
      'Er gaat niets meer naartoe. Wat er intussen gebeurt blijft 30 dagen bewaard en kan daarna nog worden verstuurd.',
    paused: 'De webhook staat uit.',
    sendMissing: (events) =>
      events === 1
        ? '1 ontbrekende gebeurtenis versturen'
        : `${count(events)} ontbrekende gebeurtenissen versturen`,
    since: 'Versturen vanaf …',
    sinceTitle: 'Versturen wat ontbreekt vanaf …',
    sinceFrom: 'Vanaf',
    sinceText: 'Wat vanaf dan is gemist of opgegeven wordt verstuurd, elke gebeurtenis één keer.',
    sinceCount: (events) =>
      events === 0
        ? 'Sindsdien ontbreekt er niets.'
        : events === 1
          ? 'Sindsdien ontbreekt 1 gebeurtenis.'
          : `Sindsdien ontbreken ${count(events)} gebeurtenissen.`,
    sinceSend: 'Versturen',
    replayed: (events) =>
      events === 1 ? '1 gebeurtenis is onderweg.' : `${count(events)} gebeurtenissen zijn onderweg.`,
    remove: 'Verwijderen',
    removeTitle: 'Deze webhook verwijderen?',
    removeText:
      'Er gaat niets meer naartoe en het logboek is weg. Wat nog wacht, vervalt. Dit is niet terug te draaien.',
    removed: 'De webhook is verwijderd.',
    rotate: 'Nieuw geheim',
    rotateText:
      'Je programma krijgt een nieuw geheim om onze aanroepen mee te controleren. Het oude ondertekent er nog een tijd naast, zodat er intussen niets wordt geweigerd.',
    overlap: 'Het oude geheim ondertekent',
    hours: hoursNl,
    rotated: 'Het nieuwe geheim ondertekent vanaf nu.',
    rotateSecretText: (until) =>
      until
        ? `Zet het vóór ${moment(until)} in de instellingen van je programma: tot dan ondertekent het oude ernaast, in de header webhook-signature.`
        : 'Zet het nu in de instellingen van je programma: het oude ondertekent niet meer.',
    status: 'Status',
    notBefore: 'Gebeurtenissen van voordat hij werd gemaakt, worden niet verstuurd.',
  },
})
