import { describe, expect, test } from 'vitest'
import { addressKey, type Recipient } from '../../../src/core/address/index.ts'

/** Returns an address in a city whose postal code covers many streets, so that the street counts. */
const at = (country: string, street: string, more: Partial<Recipient> = {}): Recipient => ({
  street,
  postalCode:
    ({ GB: 'SW1A 2AA', US: '10001', ES: '28013', IT: '00184', BE: '1000' } as Record<string, string>)[
      country
    ] ?? '',
  city: 'City',
  country,
  ...more,
})
type Written =
  | string
  | [street: string, houseNumberSuffix: string]
  | [street: string, suffix: string, line2: string]
const written = (country: string, text: Written): Recipient => {
  const [street, houseNumberSuffix = '', addressLine2 = ''] = typeof text === 'string' ? [text] : text
  return at(country, street, { houseNumberSuffix, addressLine2 })
}

describe('the same street', () => {
  test.each<[string, string, string]>([
    ['IT', 'P.zza Roma 12', 'Piazza Roma 12'],
    ['IT', 'P.ZZA ROMA 12', 'Piazza Roma 12'],
    ['IT', 'P.za Roma 12', 'Piazza Roma 12'],
    ['IT', 'V.le Europa 5', 'Viale Europa 5'],
    ['IT', 'C.so Italia 5', 'Corso Italia 5'],
    ['IT', 'L.go Roma 5', 'Largo Roma 5'],
    ['IT', 'P.le Roma 5', 'Piazzale Roma 5'],
    ['IT', 'V.lo Stretto 5', 'Vicolo Stretto 5'],
    ['IT', 'Via F.lli Rosselli 5', 'Via Fratelli Rosselli 5'],
    ['IT', 'V. Roma 5', 'Via Roma 5'],
    ['IT', 'Via XX Settembre 5', 'Via 20 Settembre 5'],
    ['IT', 'Via IV Novembre 5', 'Via 4 Novembre 5'],
    ['US', '12 5th Ave', '12 Fifth Avenue'],
    ['US', '12 W 23rd St', '12 West Twenty-Third Street'],
    ['US', '12 42nd St', '12 Forty-Second Street'],
    ['US', '12 30th St', '12 Thirtieth Street'],
    ['US', '12 Sunset Blvd', '12 Sunset Boulevard'],
    ['US', '12 Ocean Pkwy', '12 Ocean Parkway'],
    ['US', '12 Oak Trl', '12 Oak Trail'],
    ['US', '12 Mt Vernon Ave', '12 Mount Vernon Avenue'],
    ['US', '12 Union Sq', '12 Union Square'],
    ['GB', '12 Mill Rd', '12 Mill Road'],
    ['GB', '12 St John St', '12 Saint John Street'],
    ['GB', '12 Oak Cl', '12 Oak Close'],
    ['GB', '12 Church Wk', '12 Church Walk'],
    ['GB', '12 Station App', '12 Station Approach'],
    ['GB', '12 Mill Gr', '12 Mill Grove'],
    ['DK', 'Gl. Kongevej 5', 'Gammel Kongevej 5'],
    ['IT', 'P.tta Roma 5', 'Piazzetta Roma 5'],
    ['GB', '12 Park Cres.', '12 Park Crescent'],
    ['AU', '12 Sea Pde', '12 Sea Parade'],
    ['AU', '12 Hill Tce', '12 Hill Terrace'],
    ['ES', 'Av. de América 5', 'Avenida de América 5'],
    ['ES', 'Avda. de América 5', 'Avenida de América, 5'],
    ['ES', 'Pl. Mayor 5', 'Plaza Mayor 5'],
    ['ES', 'Pza. Mayor 5', 'Plaza Mayor, 5'],
    ['ES', 'C/ Mayor 5', 'Calle Mayor 5'],
    ['ES', 'Pº del Prado 5', 'Paseo del Prado 5'],
    ['ES', 'Ctra. de Burgos 5', 'Carretera de Burgos 5'],
    ['FR', '5 bd Voltaire', '5 boulevard Voltaire'],
    ['FR', '5 av. Foch', '5 avenue Foch'],
    ['FR', '5 pl. Carnot', '5 place Carnot'],
    ['FR', '5 ch. Vert', '5 chemin Vert'],
    ['FR', '5 rue du Gal Leclerc', '5 rue du Général Leclerc'],
    ['FR', '5 av. Albert Ier', '5 avenue Albert 1er'],
    ['BE', 'Chée de Wavre 5', 'Chaussée de Wavre 5'],
    ['DE', 'Hauptstr. 5', 'Hauptstraße 5'],
    ['DE', 'Berliner Str. 5', 'Berliner Straße 5'],
    ['DE', 'Bgm.-Schmidt-Str. 5', 'Bürgermeister-Schmidt-Straße 5'],
    ['DE', 'Gr. Bleichen 5', 'Große Bleichen 5'],
    ['PT', 'R. Augusta 5', 'Rua Augusta 5'],
    ['PT', 'Lg. do Carmo 5', 'Largo do Carmo 5'],
    ['PL', 'ul. Długa 5', 'Długa 5'],
    ['PL', 'al. Róż 5', 'Aleja Róż 5'],
    ['PL', 'ul. św. Jana 5', 'ulica Świętego Jana 5'],
    ['CZ', 'nám. Míru 5', 'náměstí Míru 5'],
    ['CZ', 'tř. Míru 5', 'třída Míru 5'],
    ['HU', 'Fő u. 5', 'Fő utca 5'],
    ['SE', 'Storg. 5', 'Storgatan 5'],
    ['TR', 'Atatürk Cad. 5', 'Atatürk Caddesi 5'],
    ['RU', 'ул. Ленина 5', 'улица Ленина 5'],
  ])('in %s, %s equals %s', (country, one, other) => {
    expect(addressKey(at(country, other))).toBe(addressKey(at(country, one)))
  })
})

describe('different streets', () => {
  test.each<[string, string, string]>([
    ['IT', 'Piazza Roma 12', 'Piazzale Roma 12'],
    ['IT', 'Via Roma 12', 'Viale Roma 12'],
    ['IT', 'Via XX Settembre 5', 'Via XXI Settembre 5'],
    ['US', '12 5th Ave', '12 5th St'],
    ['US', '12 5th Ave', '12 Fourth Avenue'],
    ['US', '12 W 23rd St', '12 E 23rd St'],
    ['US', '12 Park Place', '12 Park Plaza'],
    ['US', '12 Grand Ave', '12 Grove Ave'],
    ['GB', '12 Mill Road', '12 Mill Lane'],
    ['GB', '12 Oak Close', '12 Oak Court'],
    ['BE', 'Chaussée de Wavre 5', 'Chemin de Wavre 5'],
    ['BE', 'Grote Markt 5', 'Kleine Markt 5'],
    ['FR', '5 rue Haute', '5 route Haute'],
    ['FR', '5 allée Verte', '5 avenue Verte'],
    ['ES', 'Calle Mayor 5', 'Plaza Mayor 5'],
    ['DE', 'Ringstraße 5', 'Ringgasse 5'],
    ['PL', 'Aleja Róż 5', 'Osiedle Róż 5'],
  ])('in %s, %s differs from %s', (country, one, other) => {
    expect(addressKey(at(country, other))).not.toBe(addressKey(at(country, one)))
  })
})

describe('the same door', () => {
  test.each<[string, Written, Written]>([
    ['ES', 'Calle Mayor 5, 3º izda', 'Calle Mayor 5, 3 izquierda'],
    ['ES', ['Calle Mayor 5', '3º dcha.'], ['Calle Mayor 5', '', '3 derecha']],
    ['ES', ['Calle Mayor 5', '3º B'], ['Calle Mayor, 5', '', '3 B']],
    ['ES', ['Calle Mayor 5', 'bajo A'], ['Calle Mayor, 5', '', 'Bj. A']],
    ['GB', '3/12 High Street', 'Flat 3, 12 High Street'],
    ['GB', '3/12 High Street', ['12 High Street', 'Flat 3']],
    ['GB', 'Flat 3, 12 High St', ['12 High Street', '', 'Apartment 3']],
    ['GB', ['12 High Street', '', '2nd Floor'], ['12 High Street', '', 'Second floor']],
    ['GB', ['12 High Street', '', 'Ground floor'], ['12 High Street', '', 'Gnd floor']],
    ['GB', ['12 High Street', '', 'Block B'], ['12 High Street', '', 'Blk B']],
    ['US', '12 Main St Apt 4', ['12 Main Street', '', 'Unit 4']],
    ['US', '12 Main St #4', ['12 Main Street', '', 'Suite 4']],
    ['DE', ['Hauptstr. 5', '', '2. OG links'], ['Hauptstr. 5', '', '2. Obergeschoss li.']],
    ['DE', ['Hauptstr. 5', '', 'Erdgeschoss'], ['Hauptstr. 5', '', 'EG']],
    ['DE', ['Hauptstr. 5', 'Hinterhaus'], ['Hauptstr. 5', '', 'HH']],
    ['DK', ['Vestergade 12', '1. th'], ['Vestergade 12', '', '1. til højre']],
    ['DK', ['Vestergade 12', 'st. tv'], ['Vestergade 12', '', 'stuen tv.']],
    ['FR', ['12 rue Haute', '', '3ème étage'], ['12 rue Haute', '', '3e étage']],
    ['FR', ['12 rue Haute', '', '3e étage droite'], ['12 rue Haute', '', '3 étage dte']],
    ['PT', ['Rua Augusta 5', '3º Esq.'], ['Rua Augusta 5', '', '3 esquerdo']],
    ['PL', 'Polna 12 m. 5', ['Polna 12', '5']],
    ['AU', 'U3/12 Smith St', 'Unit 3, 12 Smith Street'],
    ['CA', '3-12 Main St', ['12 Main Street', '', 'Unit 3']],
    ['NL', ['Damrak 12', 'bg'], ['Damrak 12', '', 'begane grond']],
    ['NL', 'Damrak 12-II', ['Damrak 12', '', 'tweede etage']],
    ['NL', ['Damrak 12', '', '5e verdieping'], ['Damrak 12', '', 'vijfde verdieping']],
    ['US', '12 Main St, 2nd Floor', ['12 Main Street', '', 'Floor 2']],
    ['US', '12 Main St Fl 2', ['12 Main Street', '', '2nd Floor']],
    ['US', ['12 Main St', '', '2FL'], ['12 Main Street', '', '2nd Floor']],
    ['US', ['12 Main St', '', '2nd Floor, Apt 4'], ['12 Main Street', '', 'Floor 2, Suite 4']],
    ['DK', 'Nørregade 12, 2. th', 'Nørregade 12, 2. etage th'],
    ['DK', 'Nørregade 12, 2. th', 'Nørregade 12, 2. sal th'],
    ['DK', ['Nørregade 12', '2. th'], ['Nørregade 12', '', '2. etage th']],
    ['DK', ['Nørregade 12', '2.'], ['Nørregade 12', '', '2. etage']],
    ['NO', ['Storgata 12', '2'], ['Storgata 12', '', '2. etage']],
    ['AT', 'Ring 12/2/3/5', 'Ring 12 Stiege 2 3. Stock Tür 5'],
    ['AT', 'Ring 12/2/3/5', ['Ring 12', '', 'Stiege 2, 3. Stock, Tür 5']],
    ['AT', 'Ring 12/2/3/5', ['Ring 12', '', 'Stiege 2, III. Stock, Tür 5']],
    ['DE', ['Hauptstr. 5', '', '2. OG links'], ['Hauptstr. 5', '', '2OG links']],
    ['DE', ['Hauptstr. 5', '', '2. OG links'], ['Hauptstr. 5', '', 'II. OG links']],
    ['DE', ['Hauptstr. 5', '', '2. OG links'], ['Hauptstr. 5', '2 links']],
    ['DE', ['Hauptstr. 5', '', '2. OG'], ['Hauptstr. 5', '', '2OG']],
    ['DE', ['Hauptstr. 5', '', '2. OG'], ['Hauptstr. 5', '', 'II. Etage']],
    ['FR', ['12 rue Haute', '', '3e étage droite'], ['12 rue Haute', '', '3 dte']],
  ])('in %s, %s equals %s', (country, one, other) => {
    expect(addressKey(written(country, other))).toBe(addressKey(written(country, one)))
  })
})

describe('different doors', () => {
  test.each<[string, Written, Written]>([
    ['ES', 'Calle Mayor 5, 3º izda', 'Calle Mayor 5, 3º dcha'],
    ['ES', 'Calle Mayor 5, 3º izda', 'Calle Mayor 5, 3º'],
    ['GB', '3/12 High Street', '12/3A High Street'],
    ['GB', '3/12 High Street', '12 High Street'],
    ['GB', '12/14 High Street', ['14 High Street', 'Flat 12']],
    ['GB', '3/12 High Street', '12-3 High Street, Unit 4'],
    ['GB', ['12 High Street', '', '2nd Floor'], ['12 High Street', '', '3rd Floor']],
    ['GB', ['12 High Street', '', 'Block B'], ['12 High Street', '', 'Flat B']],
    ['GB', ['12 High Street', '', 'First Floor'], ['12 High Street', '', 'Flat 1']],
    ['FR', ['12 rue Haute', '', '3e étage'], ['12 rue Haute', '', 'Appt 3']],
    ['DE', ['Hauptstr. 5', '', '2. OG'], ['Hauptstr. 5', '', 'Wohnung 2']],
    ['DE', ['Hauptstr. 5', '', 'II. OG'], ['Hauptstr. 5', '', 'Wohnung 2']],
    ['US', ['12 Main St', '', '2nd Floor'], ['12 Main St', '', 'Apt 2']],
    ['US', ['12 Main St', '', '2nd Floor, Apt 4'], ['12 Main St', '', '3rd Floor, Apt 4']],
    ['US', ['12 Main St', '', '2nd Floor, Apt 4'], ['12 Main St', '', '2nd Floor']],
    ['DK', 'Nørregade 12, 2. etage th', 'Nørregade 12, 3. etage th'],
    ['DK', 'Nørregade 12, 2. etage th', 'Nørregade 12, 2. etage tv'],
    ['AT', ['Ring 12', '', 'Stiege 2, 3. Stock, Tür 5'], ['Ring 12', '', 'Stiege 2, 3. Stock, Tür 6']],
    ['CA', '12-14 Main St', ['14 Main St', '', 'Unit 12']],
    ['DE', ['Hauptstr. 5', '', '2. OG links'], ['Hauptstr. 5', '', '2. OG rechts']],
    ['DE', ['Hauptstr. 5', '', 'Hinterhaus'], ['Hauptstr. 5', '', 'Vorderhaus']],
    ['DK', ['Vestergade 12', '1. th'], ['Vestergade 12', '1. tv']],
    ['US', '12 Main St Apt 4', '12 Main St Apt 5'],
  ])('in %s, %s differs from %s', (country, one, other) => {
    expect(addressKey(written(country, other))).not.toBe(addressKey(written(country, one)))
  })
  test('in Edinburgh, 3/12 differs from flat 3 of 12', () => {
    const inEdinburgh = { postalCode: 'EH6 8SA' }
    expect(addressKey(at('GB', '3/12 Leith Walk', inEdinburgh))).not.toBe(
      addressKey(at('GB', 'Flat 3, 12 Leith Walk', inEdinburgh)),
    )
    expect(addressKey(at('GB', '12/3 Leith Walk', inEdinburgh))).toBe(
      addressKey(at('GB', 'Flat 3, 12 Leith Walk', inEdinburgh)),
    )
  })
})
