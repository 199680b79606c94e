import { words } from '../../messages/index.svelte.ts'

export const w = words({
  en: {
    intro:
      'For the answer to a letter that asks what you keep of somebody, or asks you to erase it. Nothing is changed by looking.',
    testMode:
      'You are looking in test mode, where no real person’s data belong. Switch to live above to answer a letter.',
    byName: 'Is only the name known?',
    byNameHint: 'Shows the addresses at which items went to this name.',
    look: 'Look for the name',
    noNames: 'No item went to such a name.',
    notAll: 'Not all items with this name were looked at yet.',
    lookFurther: 'Look further',
    take: (line: string) => `Look for ${line}`,
    who: 'Who, and where',
    whoHint: 'With a name, neighbours at the same address are left out.',
    find: 'Find everything',
    finding: 'Everything is being gathered …',
    nothing: 'Nothing is kept of this person.',
    nothingText: 'No items, suppressions, previews or stored payloads hold this name at this address.',
    kept: (items: number, written: string) => `${written} ${items === 1 ? 'item' : 'items'}`,
    summary: (items: string, suppressions: string, renders: string, payloads: string) =>
      `${items}, ${suppressions}, ${renders} and ${payloads} are kept of this person.`,
    payloadsOf: (number: number, written: string) =>
      `${written} stored ${number === 1 ? 'payload' : 'payloads'} of connectors`,
    suppressionsOf: (number: number, written: string) =>
      `${written} ${number === 1 ? 'entry' : 'entries'} of the suppression list`,
    rendersOf: (number: number, written: string) => `${written} ${number === 1 ? 'preview' : 'previews'}`,
    byAddress: 'No name was given, so this may be of several people at the address.',
    save: 'Save it all as a file',
    saved: 'The file is saved. It holds what the person may ask for (GDPR, articles 15 and 20).',
    erase: 'Erase the items',
    items: 'Items',
    pages: 'Printed pages',
    evidence: 'Evidence',
    suppressions: 'Suppression list',
    everything: 'all mail',
    since: (day: string) => `since ${day}`,
    renders: 'Previews',
    payloads: 'Stored payloads of stopped connectors',
    payloadsText:
      'They become items when an owner adopts the connector. Erasing an item of this person removes them too.',
    morePayloads: (number: number, written: string) =>
      `${written} more ${number === 1 ? 'is' : 'are'} not listed.`,
    expires: (day: string) => `goes by itself on ${day}`,
    elsewhere: 'What else may hold it',
    elsewhereText: 'These cannot be searched by address, and go by themselves:',
    /** Labels of places that the server names in English. */
    elsewhereOf: {} as Record<string, string>,
    keptFor: (time: string) => time,
    onItsWay: (number: number, written: string) =>
      `${written} ${number === 1 ? 'item is' : 'items are'} still on the way and cannot be erased yet. Cancel what can be cancelled, or come back once it is delivered.`,
    eraseTitle: (number: number, written: string) => `Erase ${written} ${number === 1 ? 'item' : 'items'}`,
    goes: 'This goes, and cannot be brought back:',
    goesList: [
      'name and address, merge fields, reference and every free text, at once',
      'printed pages, previews, exported lists, the lists they came from and stored payloads of stopped connectors, shortly after',
    ],
    stays: 'This stays:',
    staysList: [
      'that there was an item, its times, its status and its price: bookkeeping must be kept by law',
      'the digests of its evidence, which name nobody, so that what was printed can be proved',
      'entries of the suppression list: without them the person would get mail again',
    ],
    typeName: (word: string) => `Type ${word} to go on`,
    word: 'erase',
    confirm: 'Erase for good',
    erasing: (done: string, all: string) => `${done} of ${all} are erased`,
    erased: (number: number, written: string) =>
      `${written} ${number === 1 ? 'item is' : 'items are'} erased. Files follow shortly.`,
    refused: 'These could not be erased:',
    record: 'Save the record of it',
  },
  nl: {
    intro:
      'Voor het antwoord op een brief waarin iemand vraagt wat je bewaart, of vraagt het te wissen. Door te kijken verandert er niets.',
    testMode:
      'Je kijkt in de testmodus, waar geen gegevens van echte mensen horen. Zet hierboven op live om een brief te beantwoorden.',
    byName: 'Ken je alleen de naam?',
    byNameHint: 'Laat de adressen zien waar post aan deze naam naartoe ging.',
    look: 'Zoek de naam',
    noNames: 'Er ging geen poststuk naar zo’n naam.',
    notAll: 'Nog niet alle poststukken met deze naam zijn bekeken.',
    lookFurther: 'Verder zoeken',
    take: (line) => `Zoek ${line}`,
    who: 'Wie, en waar',
    whoHint: 'Met een naam erbij blijven buren op hetzelfde adres erbuiten.',
    find: 'Zoek alles op',
    finding: 'Alles wordt bij elkaar gezocht …',
    nothing: 'Van deze persoon wordt niets bewaard.',
    nothingText:
      'Poststukken, blokkades, voorbeelden en opgeslagen berichten bevatten deze naam op dit adres niet.',
    kept: (items, written) => `${written} ${items === 1 ? 'poststuk' : 'poststukken'}`,
    summary: (items, suppressions, renders, payloads) =>
      `Van deze persoon worden ${items}, ${suppressions}, ${renders} en ${payloads} bewaard.`,
    payloadsOf: (number, written) =>
      `${written} opgeslagen ${number === 1 ? 'bericht' : 'berichten'} van koppelingen`,
    suppressionsOf: (number, written) => `${written} ${number === 1 ? 'blokkade' : 'blokkades'}`,
    rendersOf: (number, written) => `${written} ${number === 1 ? 'voorbeeld' : 'voorbeelden'}`,
    byAddress: 'Er is geen naam gegeven: dit kan dus van meer mensen op het adres zijn.',
    save: 'Bewaar alles als bestand',
    saved: 'Het bestand is bewaard. Er staat in waar iemand om mag vragen (AVG, artikel 15 en 20).',
    erase: 'Wis de poststukken',
    items: 'Poststukken',
    pages: 'Gedrukte pagina’s',
    evidence: 'Bewijs',
    suppressions: 'Blokkades',
    everything: 'alle post',
    since: (day) => `sinds ${day}`,
    renders: 'Voorbeelden',
    payloads: 'Opgeslagen berichten van gestopte koppelingen',
    payloadsText:
      'Ze worden poststukken als een eigenaar de koppeling overneemt. Wis je een poststuk van deze persoon, dan gaan ook deze berichten weg.',
    morePayloads: (number, written) =>
      `Nog ${written} ${number === 1 ? 'staat' : 'staan'} niet in deze lijst.`,
    expires: (day) => `verdwijnt vanzelf op ${day}`,
    elsewhere: 'Waar het ook nog in kan staan',
    elsewhereText: 'Hierin kun je niet op adres zoeken, en het verdwijnt vanzelf:',
    elsewhereOf: {
      'Uploaded lists, as they were sent': 'Lijsten die zijn aangeleverd, zoals ze kwamen',
      'Rows of lists that could not be imported': 'Rijen uit lijsten die niet konden worden gelezen',
      'Exported lists of items and of suppressions': 'Exports van poststukken en van blokkades',
      'Reasons for which many items were rejected together':
        'Redenen waarom veel poststukken samen zijn afgekeurd',
      'Answers kept for repeated requests, encrypted': 'Antwoorden voor herhaalde aanroepen, versleuteld',
    },
    keptFor: (time) => time.replace('days', 'dagen').replace('hours', 'uur'),
    onItsWay: (number, written) =>
      `${written} ${number === 1 ? 'poststuk is' : 'poststukken zijn'} nog onderweg en ${number === 1 ? 'kan' : 'kunnen'} nog niet worden gewist. Annuleer wat nog kan, of kom terug als het bezorgd is.`,
    eraseTitle: (number, written) => `${written} ${number === 1 ? 'poststuk' : 'poststukken'} wissen`,
    goes: 'Dit gaat weg, en komt niet meer terug:',
    goesList: [
      'naam en adres, samenvoegvelden, kenmerk en elke vrije tekst, meteen',
      'gedrukte pagina’s, voorbeelden, exports, de lijsten waar ze uit kwamen en opgeslagen berichten van gestopte koppelingen, kort daarna',
    ],
    stays: 'Dit blijft:',
    staysList: [
      'dat er een poststuk was, wanneer, met welke status en prijs: de boekhouding moet dat van de wet bewaren',
      'de controlegetallen van het bewijs, waar geen naam in staat, om aan te tonen wat er gedrukt is',
      'blokkades: zonder die blokkades krijgt deze persoon weer post',
    ],
    typeName: (word) => `Typ ${word} om door te gaan`,
    word: 'wissen',
    confirm: 'Definitief wissen',
    erasing: (done, all) => `${done} van ${all} zijn gewist`,
    erased: (number, written) =>
      `${written} ${number === 1 ? 'poststuk is' : 'poststukken zijn'} gewist. Bestanden volgen kort daarna.`,
    refused: 'Deze konden niet worden gewist:',
    record: 'Bewaar hiervan een verslag',
  },
})
