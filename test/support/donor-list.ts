import { type Cell, workbookOf } from './workbooks.ts'

/*
 * The donors of a small charity, as its office keeps them: a title above the heading, amounts and dates as
 * Excel stores them, one column for each part of a name, and the oddities that such lists collect over the
 * years.
 */

const heading =
  'Relatienr|Aanhef|Titel|Voornaam|Tussenvoegsel|Achternaam|Bedrijf|Straat|Huisnr|Postcode|Plaats|Land|Gift|Datum gift|Opmerkingen'

/** Each line is a row; the amount is a number and the day is an Excel serial number. */
const donors = `
R01|Dhr.||Jan|de|Vries||Dorpsstraat|12|1012 LG|Amsterdam||25|46023|
R02|Mevr.||Marieke|van den|Berg||Keizersgracht|118-2|1015 CX|Amsterdam||12.5|46024|
R03|Mevr.||Zoë||Bakker||Prinsengracht|263 hs|1016 GV|Amsterdam||1250|46025|
R04|De heer|dr.|Pieter||Müller||Hoofdstraat|3 bis|2511 CB|Den Haag||34.25|46026|
R05|Mw.||Fatima|van der|Linden||Lange Poten|10A|2511 CL|Den Haag||41.5|46027|
R06|Dhr. en mevr.||||Yılmaz||Damrak|1-3|1012 LG|Amsterdam||48.75|46028|
R07|Fam.|||de|Groot||Plein 1944|5|6511 JC|Nijmegen||56|46029|
R08|Dhr.||Søren|van 't|Hoff||Burg. de Zeeuwstraat|77 II|3011 AB|Rotterdam||63.25|46030|
R09|||Łukasz||Nowak||2e Kruisstraat|4|3511 AB|Utrecht||70.5|46031|
R10|Mevr.||José||García||Laan van Meerdervoort|1204|2563 AA|Den Haag||77.75|46032|
R11|Dhr.||Kees||Smit||Kerkstraat|7 1e etage|1017 GC|Amsterdam||15|46033|
R12|Mevr.||Ingrid|ten|Brink||Kerkstraat|7 2e etage|1017 GC|Amsterdam||16|46034|
R13|Dhr.||Bram||Bos||Kerkstraat|12-14|1017 GC|Amsterdam||17|46035|
R14|Mevr.||Anna||Visser||Stationsweg|21|9711 LM|Groningen||18|46036|
R15|Dhr.||Willem||Dijkstra||Stationsweg|23|9711LM|GRONINGEN||19|46037|overleden 3-2026
R16|Mevr.||Truus||Jansen||Stationsweg|25|9711 lm|Groningen||20|46038|geen post meer svp
R17|Dhr.||Henk|de|Boer||Stationsweg|27|9711 LM|Groningen||21|46039|
R18|Mevr.||Els||Peeters||Stationsweg|29|9711 LM|Groningen||22|46040|belt graag
R19|||||Null||Stationsweg|31|9711 LM|Groningen||23|46041|
R20|Mw.||Renée||Åkesson||Stationsweg|33|9711 LM|Groningen||24|46042|
R21|Dhr.||Marc||Dubois||rue Haute|12 bte 3|1000|Bruxelles|België|50|46043|
R22|Mevr.||Lieve||Claes||Kerkstraat|8 bus 2|2000|Antwerpen|België|51|46044|
R23|Frau|Dr.|Sabine||Schröder||Bahnhofstraße|12-14|10115|Berlin|Duitsland|75|46045|
R24|Herr||Uwe||Groß||Hauptstraße|5a|50667|Köln|Duitsland|76|46046|
R25||||||Bakkerij Jansen B.V.|Industrieweg|44|3542 AD|Utrecht||250|46047|t.a.v. administratie
R26|Dhr.||Jan|de|Vries||Dorpsstraat|12|1012 LG|Amsterdam||99|46053|
R27|Mevr.||Eva||Mol||Marktplein|1|5211 JX|'s-Hertogenbosch||26|46048|
R28|Dhr.||Tom||Kok||#N/A|3|5211 JX|'s-Hertogenbosch||27|46049|
R29|Mevr.||Lotte||Vos||Marktplein|5|#N/A|'s-Hertogenbosch||28|46050|
R30|Dhr.||Gijs||Prins||Marktplein|7|5211 JX|5211 JX 's-Hertogenbosch||29|46051|
R31|Fam.||||Kuipers||Marktplein|9|5211 JX|'s-Hertogenbosch||30|46052|
R32|Mevr.||Nel||Hendriks||Postbus|123|9700 AC|Groningen||31|46054|
R33|Dhr.||Piet||Hendriks||Marktplein|13|5211 JX|'s-Hertogenbosch||32|46055|
R34|Mevr.||Ria||Hendriks||Marktplein|13|5211 JX|'s-Hertogenbosch||33|46056|
R35|Dhr.||Ab||Wit||Molenweg|1 hoog|8011 CW|Zwolle||34|46057|
R36|Mevr.||Bea||Zwart||Molenweg|3|8011 CW|Zwolle||35|46058|
R37|Dhr.||Cor||Groen||Molenweg|5|8011 CW|Zwolle||36|46059|
R38|Mevr.||Dina||Blauw||Molenweg|7|8011 CW|Zwolle||37|46060|
R39|Dhr.||Evert||Rood||Molenweg|9|8011 CW|Zwolle||38|46061|
R40|Mevr.||Fenna||Geel||Molenweg|11|8011 CW|Zwolle||39|46062|
R41|Dhr.||Gert||Paars||Molenweg|13|8011 CW|Zwolle||40|46063|
R42|Mevr.||Hilda||Bruin||Molenweg|15|8011 CW|Zwolle||41|46064|
R43|Dhr.||Ivo||Grijs||Molenweg|17|8011 CW|Zwolle||42|46065|
R44|Mevr.||Joke||Oranje||Molenweg|19|8011 CW|Zwolle||43|46066|
R45|Dhr.|ir.|Karel|van|Dam||Molenweg|21|8011 CW|Zwolle||44|46067|
R46|Mevr.|mr.|Lies|van der|Meer||Molenweg|23|8011 CW|Zwolle||45|46068|
R47|Dhr.||Max||Roos||Molenweg|25|8011 CW|Zwolle||46|46069|
R48|Mevr.||Noor||Lelie||Molenweg|27|8011 CW|Zwolle||47|46070|
R49|Dhr.||Otto||Tulp||Molenweg|29|8011 CW|Zwolle||48|46071|
R50|Mevr.||Petra||Iris||Molenweg|31|8011 CW|Zwolle||49|46072|
R51|Dhr.||Quinten||Eik||Molenweg|33|8011 CW|Zwolle||50|46073|
R52|Mevr.||Roos||Beuk||Molenweg|35|8011 CW|Zwolle||51|46074|
R53|Dhr.||Sjaak||Es||Molenweg|37|8011 CW|Zwolle||52|46075|
R54|Mevr.||Tine||Linde||Molenweg|39|8011 CW|Zwolle||53|46076|
R55|Dhr.||Udo||Berk||Molenweg|41|8011 CW|Zwolle||54|46077|
R56|Mevr.||Vera||Wilg||Molenweg|43|8011 CW|Zwolle||55|46078|
R57|Dhr.||Wim||Iep||Molenweg|45|8011 CW|Zwolle||56|46079|
R58|Mevr.||Xenia||Esdoorn||Molenweg|47|8011 CW|Zwolle||57|46080|
R59|Dhr.||Yoeri||Den||Molenweg|49|801 CW|Zwolle||58|46081|
R60|Mevr.||Zita||Spar||Molenweg|51|8011 CW|Zwolle||59|46082|`
  .trim()
  .split('\n')
  .map((line) => line.split('|'))

const amountAt = 12
const dayAt = 13
const shown = (value: string, style: number) => ({ xml: `<c s="${style}"><v>${value}</v></c>` })

/** Returns the workbook, with two lines above its heading and a total below its rows. */
export const donorList = (): Uint8Array =>
  workbookOf(
    [
      ['Donateurs Stichting Het Buurthuis'],
      ['Stand per 1 november 2026'],
      heading.split('|'),
      ...donors.map((cells): Cell[] =>
        cells.map((cell, at) =>
          at === amountAt ? shown(cell, 1) : at === dayAt ? shown(cell, 2) : cell === '' ? null : cell,
        ),
      ),
      ['Totaal', ...Array.from({ length: amountAt - 1 }, () => null), shown('3870.50', 1)],
    ],
    { formats: ['"€" #,##0.00', 14] },
  )

/** Returns the number of a donor's row in the sheet, counted from 1. */
export const rowOf = (number: string): number => donors.findIndex(([first]) => first === number) + 4
