import type { Schemas } from '../../../api/client.ts'
import { count, moment, words } from '../../../messages/index.svelte.ts'

interface Words {
  add: string
  kinds: Record<Schemas['ExportKind'], string>
  holds: Record<Schemas['ExportKind'], string>
  formats: Record<Schemas['ExportFormat'], string>
  statuses: Record<Schemas['Export']['status'], string>
  export: string
  all: string
  what: string
  format: string
  formatHints: Record<Schemas['ExportFormat'], string>
  sheetFull: string
  from: string
  until: string
  fromHint: string
  fromDay: (day: string) => string
  untilDay: (day: string) => string
  event: string
  rows: string
  rowCount: (rows: number) => string
  size: string
  asked: string
  create: string
  created: string
  empty: string
  emptyText: string
  waits: string
  writing: (rows: number) => string
  ready: string
  download: string
  downloading: string
  stays: (at: string) => string
  failed: string
  filters: string
  noFilters: string
  remove: string
  removeTitle: string
  removeText: string
  removed: string
  none: string
  liveText: string
  testText: string
  testEntries: string
  testEntriesText: string
}

export const w = words<Words>({
  en: {
    add: 'New export',
    kinds: {
      items: 'Items',
      suppressions: 'Suppressions',
      ledger: 'Entries of the balance',
      invoices: 'Invoices',
      events: 'Events',
      analyticsDays: 'Figures by day',
    },
    holds: {
      items: 'Every item with its recipient, status, price and merge fields.',
      suppressions: 'Who gets no mail, and why.',
      ledger: 'Everything that was reserved, charged, paid back and topped up.',
      invoices: 'Invoices and credit notes with their amounts.',
      events: 'What happened in the last 30 days.',
      analyticsDays: 'What was created, sent, cancelled, scanned and spent on each day.',
    },
    formats: { xlsx: 'Excel workbook (XLSX)', csv: 'Spreadsheet (CSV)', ndjson: 'For programs (NDJSON)' },
    statuses: { PENDING: 'Waits', PROCESSING: 'Being written', READY: 'Ready', FAILED: 'Failed' },
    export: 'Export',
    all: 'All exports',
    what: 'What is in it',
    format: 'Kind of file',
    formatHints: {
      xlsx: 'Opens in Excel, Numbers and LibreOffice. Every cell is text, exactly as stored.',
      csv: 'Opens in Excel, Numbers and LibreOffice. A cell that looks like a formula begins with an apostrophe.',
      ndjson: 'One JSON object on each line, as the API shows it.',
    },
    sheetFull:
      'A workbook has no room for all these rows: at most 1,048,575, and 4 GiB of text. Choose CSV, or a shorter period.',
    from: 'From day',
    until: 'Until and with day',
    fromHint: 'Empty: from the beginning.',
    fromDay: (day) => `From ${day}`,
    untilDay: (day) => `Until and with ${day}`,
    event: 'Which events',
    rows: 'Rows',
    rowCount: (rows) => (rows === 1 ? '1 row' : `${count(rows)} rows`),
    size: 'Size',
    asked: 'Asked for',
    create: 'Make the export',
    created: 'The export is being written.',
    empty: 'No export yet',
    emptyText:
      'An export is a file with your items, suppressions, money or events, to work with elsewhere. It stays here for seven days.',
    waits: 'It waits for its turn.',
    writing: (rows) => `Being written: ${rows === 1 ? '1 row' : `${count(rows)} rows`} so far.`,
    ready: 'The file is ready.',
    download: 'Download',
    downloading: 'Downloading …',
    stays: (at) => `It stays here until ${moment(at)}.`,
    failed: 'It could not be written.',
    filters: 'Only',
    noFilters: 'Everything',
    remove: 'Delete',
    removeTitle: 'Delete this export?',
    removeText: 'The file is gone. What it was made of stays.',
    removed: 'The export was deleted.',
    none: 'None',
    liveText: 'The file holds live mail with names and addresses: keep it as safely as the portal does.',
    testText: 'In test mode the file holds test data only.',
    testEntries: 'Entries of test mode only. Your list of suppressions is live.',
    testEntriesText:
      'In test mode the file holds entries of test mode only. The list under Suppressions is live in both modes: to export it, make the export in live mode.',
  },
  nl: {
    add: 'Nieuwe export',
    kinds: {
      items: 'Poststukken',
      suppressions: 'Blokkades',
      ledger: 'Boekingen van het saldo',
      invoices: 'Facturen',
      events: 'Gebeurtenissen',
      analyticsDays: 'Cijfers per dag',
    },
    holds: {
      items: 'Elk poststuk met ontvanger, status, prijs en samenvoegvelden.',
      suppressions: 'Wie geen post krijgt, en waarom.',
      ledger: 'Alles wat is gereserveerd, berekend, teruggegeven en aangevuld.',
      invoices: 'Facturen en creditnota’s met hun bedragen.',
      events: 'Wat er in de laatste 30 dagen gebeurde.',
      analyticsDays: 'Wat er elke dag is gemaakt, verstuurd, geannuleerd, gescand en uitgegeven.',
    },
    formats: { xlsx: 'Excel-werkmap (XLSX)', csv: 'Rekenblad (CSV)', ndjson: 'Voor programma’s (NDJSON)' },
    statuses: { PENDING: 'Wacht', PROCESSING: 'Wordt geschreven', READY: 'Klaar', FAILED: 'Mislukt' },
    export: 'Export',
    all: 'Alle exports',
    what: 'Wat erin staat',
    format: 'Soort bestand',
    formatHints: {
      xlsx: 'Opent in Excel, Numbers en LibreOffice. Elke cel is tekst, precies zoals die is opgeslagen.',
      csv: 'Opent in Excel, Numbers en LibreOffice. Een cel die op een formule lijkt begint met een apostrof.',
      ndjson: 'Eén JSON-object per regel, zoals de API het toont.',
    },
    sheetFull:
      'Een werkmap heeft geen plaats voor al deze rijen: hoogstens 1.048.575, en 4 GiB tekst. Kies CSV, of een kortere periode.',
    from: 'Vanaf dag',
    until: 'Tot en met dag',
    fromHint: 'Leeg: vanaf het begin.',
    fromDay: (day) => `Vanaf ${day}`,
    untilDay: (day) => `Tot en met ${day}`,
    event: 'Welke gebeurtenissen',
    rows: 'Rijen',
    rowCount: (rows) => (rows === 1 ? '1 rij' : `${count(rows)} rijen`),
    size: 'Grootte',
    asked: 'Gevraagd',
    create: 'Export maken',
    created: 'De export wordt geschreven.',
    empty: 'Nog geen export',
    emptyText:
      'Een export is een bestand met je poststukken, blokkades, geld of gebeurtenissen, om elders mee te werken. Het blijft hier zeven dagen staan.',
    waits: 'Hij wacht op zijn beurt.',
    writing: (rows) => `Wordt geschreven: ${rows === 1 ? '1 rij' : `${count(rows)} rijen`} tot nu toe.`,
    ready: 'Het bestand is klaar.',
    download: 'Downloaden',
    downloading: 'Wordt gedownload …',
    stays: (at) => `Het blijft hier tot ${moment(at)}.`,
    failed: 'Het schrijven is mislukt.',
    filters: 'Alleen',
    noFilters: 'Alles',
    remove: 'Verwijderen',
    removeTitle: 'Deze export verwijderen?',
    removeText: 'Het bestand is dan weg. Waar het van gemaakt is, blijft.',
    removed: 'De export is verwijderd.',
    none: 'Geen',
    liveText:
      'In het bestand staat echte post met namen en adressen: bewaar het zo veilig als het portaal dat doet.',
    testText: 'In de testmodus staan er alleen testgegevens in het bestand.',
    testEntries: 'Alleen blokkades van de testmodus. Je lijst met blokkades is live.',
    testEntriesText:
      'In de testmodus staan er alleen blokkades van de testmodus in het bestand. De lijst onder Blokkades is in beide modi live: maak de export in de livemodus om die te exporteren.',
  },
})
