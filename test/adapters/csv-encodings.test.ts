import { describe, expect, test } from 'vitest'
import { createCsv } from '../../src/adapters/csv/csv.ts'
import { decoderOf } from '../../src/adapters/csv/encoding/decoder.ts'
import type { CsvEncoding } from '../../src/core/kernel/csv-dialect.ts'
import { officeList } from '../support/office-lists.ts'

const csv = createCsv()
async function* pieces(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

/** Encodes text in a single-byte encoding by inverting its decoder. */
const encoded = (text: string, encoding: string): Uint8Array => {
  const bytes = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) bytes.set(decoderOf(encoding).decode(Uint8Array.of(byte)), byte)
  return Uint8Array.from(text, (character) => {
    const byte = bytes.get(character)
    if (byte === undefined) throw new Error(`${encoding} has no ${character}.`)
    return byte
  })
}

const german = 'name;street;city\nJörg Müller;Hauptstraße 5;Köln\nKäthe Schäfer;Gärtnerstraße 7;Düsseldorf\n'
const french =
  'nom;rue;ville\nFrançois Lefèvre;Allée des Prés;Besançon\nHélène Bérénice;Rue du Général;Orléans\n'
const danish =
  'navn;vej;by\nSøren Jørgensen;Østergade;Århus\nBjørn Møller;Åstrupvej;Nørresundby\nÆbelø;Mælkevejen;Vipperød\n'
const polish = 'name;street;city\nPaweł Wiśniewski;Żelazna 5;Łódź\nŚwiętosława Żółć;Długa 7;Kraków\n'
const czech = 'jmeno;ulice;mesto\nJiří Dvořák;Příčná 5;Třebíč\nBožena Němcová;Květinová 7;Plzeň\n'
const hungarian =
  'nev;utca;varos\nKovács László;Petőfi út 5;Győr\nSzűcs Zsófia;Kossuth tér 7;Székesfehérvár\n'
const turkish = 'ad;sokak;sehir\nAyşe Yıldırım;Çiçek Sokağı;Eskişehir\nGökhan Şahin;Işık Caddesi;Diyarbakır\n'
const latvian = 'name;street;city\nJānis Bērziņš;Brīvības iela;Rīga\nLīga Kalniņa;Zaļā iela;Jūrmala\n'
const greek = 'name;street;city\nΓιώργος Παπαδόπουλος;Οδός Ερμού;Αθήνα\n'
const russian = 'name;street;city\nИван Петров;улица Ленина;Москва\n'
const ukrainian = 'name;street;city\nЮрій Їжакевич;вулиця Шевченка;Київ\nЄвген Ґалаґан;вулиця Лесі;Львів\n'
const hebrew = 'name;street;city\nדוד כהן;רחוב הרצל;ירושלים\nשרה לוי;שדרות רוטשילד;תל אביב\n'
const arabic = 'name;street;city\nمحمد علي;شارع الحرية;القاهرة\nفاطمة حسن;شارع النيل;الإسكندرية\n'

describe('the encoding of a list', () => {
  test.each<[CsvEncoding, string]>([
    ['windows-1252', german],
    ['windows-1252', french],
    ['windows-1252', danish],
    ['macintosh', german],
    ['macintosh', french],
    ['macintosh', danish],
    ['cp850', german],
    ['cp850', french],
    ['cp850', danish],
    ['windows-1250', polish],
    ['windows-1250', czech],
    ['windows-1250', hungarian],
    ['iso-8859-2', polish],
    ['cp852', polish],
    ['cp852', czech],
    ['windows-1254', turkish],
    ['windows-1257', latvian],
    ['windows-1253', greek],
    ['windows-1251', russian],
    ['iso-8859-5', russian],
    ['koi8-r', russian],
    ['cp866', russian],
    ['mac-cyrillic', russian],
    ['koi8-u', ukrainian],
    ['mac-ce', polish],
    ['mac-ce', czech],
    ['mac-ce', hungarian],
    ['windows-1255', hebrew],
    ['windows-1256', arabic],
  ])('%s is detected by its letters: %s', async (encoding, text) => {
    const bytes = encoded(text, encoding)
    for (const size of [7, 1000]) {
      const { dialect, sureness } = await csv.inspect(pieces(bytes, size))
      expect(decoderOf(dialect.encoding).decode(bytes)).toBe(text)
      expect(sureness).toBe('likely')
    }
  })

  test.each<[country: string, cell: string]>([
    ['GB', 'Flat 3 – 12 High St'],
    ['GB', 'Unit 3–5 High St'],
    ['GB', 'Flat 3 — 12 High St'],
    ['NL', 'Damrak 12 – 14'],
    ['NL', 'Ruys – de Beerenbrouckstr 3'],
    ['DE', 'Hauptstr. 12 – 14'],
    ['US', '12 Main St – Apt 3'],
    ['IT', 'Corso Nizza 3 – 5'],
  ])('is detected if the only non-ASCII character is a dash: %s, %s', async (country, cell) => {
    const rows = Array.from({ length: 20 }, (_, at) => `Ann Day;${at} Mill Road;York`)
    const text = ['Name;Address;Town', `Pat Day;${cell};Leeds`, ...rows].join('\r\n')
    const { dialect, sureness } = await csv.inspect(pieces(encoded(text, 'windows-1252')), country)
    expect({ ...dialect, sureness }).toMatchObject({ encoding: 'windows-1252', sureness: 'likely' })
  })

  test('is unsure if letters were read as symbols', async () => {
    // Turkish in MacTurkish, which is not a supported encoding.
    const read =
      'ad;sokak;sehir\nAyﬂe Y›ld›r›m;Çiçek Soka€›;Eskiﬂehir\nGökhan ﬁahin;Iﬂ›k Caddesi;Diyarbak›r\n'
    const bytes = encoded(read, 'macintosh')
    expect((await csv.inspect(pieces(bytes))).sureness).toBe('unsure')
  })

  test('is unsure if a letter was read as an apostrophe', async () => {
    const bytes = encoded('nome\nFelícia Souza\nLídia Vítor\n', 'macintosh')
    const { sureness, readings } = await csv.inspect(pieces(bytes))
    expect({ sureness, samples: readings.flatMap(({ samples }) => samples) }).toMatchObject({
      sureness: 'unsure',
      samples: expect.arrayContaining(['Felícia Souza']),
    })
  })

  test('is UTF-8 with invalid characters for CESU-8 surrogates', async () => {
    const smile = [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]
    const bytes = Uint8Array.from([...Buffer.from('naam\nAnna '), ...smile, ...Buffer.from('\nBart\n')])
    const { dialect, sureness } = await csv.inspect(pieces(bytes, 5))
    expect({ ...dialect, sureness }).toMatchObject({ encoding: 'utf-8', sureness: 'likely' })
    const records: string[][] = []
    for await (const batch of csv.decode(pieces(bytes), dialect)) records.push(...batch)
    expect(records[1]![0]).toMatch(/^Anna \uFFFD+$/)
    expect(records[2]).toEqual(['Bart'])
  })

  test.each<[CsvEncoding, string, number[]]>([
    ['shift_jis', '東京;大阪', [0x93, 0x8c, 0x8b, 0x9e, 0x3b, 0x91, 0xe5, 0x8d, 0xe3]],
    ['gbk', '北京;上海', [0xb1, 0xb1, 0xbe, 0xa9, 0x3b, 0xc9, 0xcf, 0xba, 0xa3]],
    ['euc-kr', '서울;부산', [0xbc, 0xad, 0xbf, 0xef, 0x3b, 0xba, 0xce, 0xbb, 0xea]],
    ['euc-jp', '東京;大阪', [0xc5, 0xec, 0xb5, 0xfe, 0x3b, 0xc2, 0xe7, 0xba, 0xe5]],
    ['big5', '台北;高雄', [0xa5, 0x78, 0xa5, 0x5f, 0x3b, 0xb0, 0xaa, 0xb6, 0xaf]],
    ['windows-1258', 'Đà;My\u0303', [0xd0, 0xe0, 0x3b, 0x4d, 0x79, 0xde]],
    ['windows-874', 'ไทย;กา', [0xe4, 0xb7, 0xc2, 0x3b, 0xa1, 0xd2]],
  ])('%s can be selected', async (encoding, text, bytes) => {
    const records: string[][] = []
    const dialect = { encoding, delimiter: ';' } as const
    for await (const batch of csv.decode(pieces(Uint8Array.from(bytes), 1), dialect)) records.push(...batch)
    expect(records).toEqual([text.split(';')])
  })

  test.each([
    ['ASCII', 'name\nAnna\n'],
    ['UTF-8', 'name\nZoë\n'],
    ['UTF-8 with a byte order mark', '\uFEFFname\nAnna\n'],
  ])('of %s is certain', async (_what, text) => {
    const { dialect, sureness } = await csv.inspect(pieces(Buffer.from(text), 3))
    expect({ ...dialect, sureness }).toMatchObject({ encoding: 'utf-8', sureness: 'certain' })
  })

  test.each<[string, string, CsvEncoding]>([
    ['encoding-mac-roman.csv', 'Zoë;Groß;Müllerstraße;5;1012 AB;Köln;NL', 'macintosh'],
    ['enc-mac-roman.csv', 'Zoë Müller;Straße 5;10115;Köln', 'macintosh'],
    ['encoding-windows-1250.csv', 'Łukasz;Wiśniewski;Świętokrzyska;5;00-950;Łódź;PL', 'windows-1250'],
    ['enc-windows-1250.csv', 'Paweł Wiśniewski;Żelazna 5;00-001;ŁódĽ', 'windows-1250'],
    ['polish-1250.csv', 'Paweł Wiśniewski;Żelazna;5;00-001;Łódź;PL', 'windows-1250'],
    ['enc-cp850.csv', 'Müller André;Straße 5;10115;Köln', 'cp850'],
  ])('of %s is detected, or its rows are among the samples', async (name, row, encoding) => {
    const { sureness, readings } = await csv.inspect(pieces(officeList(name)))
    expect(sureness).not.toBe('certain')
    expect(readings[0]).toMatchObject({ encoding })
    expect(readings[0]?.samples).toContain(row)
  })

  test('is unsure for a single letter with several probable readings, and shows them', async () => {
    const { sureness, readings } = await csv.inspect(pieces(encoded('name\nJan Rød\n', 'cp850')))
    expect(sureness).toBe('unsure')
    expect(readings.length).toBeGreaterThan(2)
    expect(new Set(readings.map(({ samples }) => samples[0])).size).toBe(readings.length)
  })

  test('is illustrated by rows that distinguish the readings, wherever they are', async () => {
    const names = ['Zoë', 'René', 'Jürgen', 'Anaïs Ç', 'Åsa', 'Ingibjörg Þórsdóttir']
    const { readings } = await csv.inspect(pieces(encoded(`naam\n${names.join('\n')}\n`, 'windows-1252')))
    const [icelandic, turkish, polish] = ['windows-1252', 'windows-1254', 'windows-1250'].map((encoding) =>
      readings.find((reading) => reading.encoding === encoding)?.samples.join('\n'),
    )
    expect(icelandic).toContain('Þórsdóttir')
    expect(turkish).toContain('Şórsdóttir')
    expect(polish).not.toBe(icelandic)
  })

  test('stays UTF-8 if few bytes are invalid', async () => {
    const { dialect, sureness } = await csv.inspect(pieces(officeList('encoding-one-bad-byte.csv')))
    expect({ encoding: dialect.encoding, sureness }).toEqual({ encoding: 'utf-8', sureness: 'likely' })
  })
})
