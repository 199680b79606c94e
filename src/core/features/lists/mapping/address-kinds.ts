/**
 * Kinds of address in order of preference. A word in a column name tells the kind: `City (Billing)`,
 * `Shipping City`, `Lieferadresse`.
 */
export const addressKinds = [
  'shipping',
  'mailing',
  'home',
  'billing',
  'business',
  'visiting',
  'other',
] as const
export type AddressKind = (typeof addressKinds)[number]

const list = (text: string): string[] => text.trim().split(/\s*,\s*/)

/** Folded words. The longest match wins. */
const kindWords: Readonly<Record<AddressKind, readonly string[]>> = {
  shipping: list(
    `ship to, ship, shipping address, shipping, delivery address, delivery, deliver to, verzending, verzend, verzendadres, aflever, afleveradres, bezorg, bezorgadres, levering,
     lieferadresse, lieferung, liefer, versandadresse, versand, adresse de livraison, de livraison, livraison, de envio, envio, direccion de envio, entrega, de entrega,
     di spedizione, spedizione, di consegna, consegna, dostawy, do dostawy, dostawa, wysylki, do wysylki, leveringsadresse, leverings, leveransadress, leverans,
     de entrega, morada de entrega, endereco de entrega, endereco de envio, levering, dodaci, dodaci adresa, dorucovaci, dorucovaci adresa, dodacia, dodacia adresa, doruceni,
     szallitasi, szallitasi cim, kezbesitesi, toimitus, toimitusosoite`,
  ),
  mailing: list(
    `mailing address, mailing, postal address, correspondence address, correspondence, correspondentie, correspondentieadres, postadres, postadress, post, briefadres, korrespondenz,
     postanschrift, adresse postale, de correspondance, correspondencia, de correspondencia, corrispondenza, korespondencyjny, korespondencji, do korespondencji,
     correspondencia, morada postal, endereco postal, postadresse, korespondencni, korespondencni adresa, korespondencna, korespondencna adresa, levelezesi, levelezesi cim, postiosoite, posti`,
  ),
  home: list(
    `home address, home, huisadres, private, personal, prive, priveadres, thuis, woon, privat, personnelle, personnel, domicile, particular, casa, di casa, domowy, privatadresse, hem, hemadress, bostads, residencial, hjemme, hjemmeadresse, domaci, trvale, trvala, bydliste, bydlisko, lakohely, kotiosoite, koti`,
  ),
  billing: list(
    `bill to, billing address, billing, bill, invoice address, invoice, invoicing, factuur, factuuradres, facturatie, rechnungsadresse, rechnungs, rechnung, adresse de facturation,
     de facturation, facturation, de facturacion, facturacion, di fatturazione, fatturazione, rozliczeniowy, do faktury, faktury, fakturering, fakturerings, fakturaadresse, faktura, fakturaadress,
     de faturacao, faturacao, de faturamento, faturamento, de cobranca, cobranca, morada de faturacao, endereco de cobranca, fakturacni, fakturacni adresa, fakturacna, fakturacna adresa,
     szamlazasi, szamlazasi cim, laskutus, laskutusosoite`,
  ),
  business: list(
    `business address, business, work address, work, office, zakelijk, werkadres, werk, bedrijfs, geschaftlich, geschafts, dienstlich, buro, professionnelle, professionnel, bureau, trabajo, de trabajo, ufficio, lavoro, sluzbowy, arbejde, arbete, comercial, trabalho, jobb, arbeid, firemni, pracovni, firemna, pracovna, ceges, munkahelyi, tyo`,
  ),
  visiting: list(
    `visiting address, visiting, visit, physical, bezoek, bezoekadres, besuch, besuchsadresse, besogs, besoks, besoksadresse, kayntiosoite`,
  ),
  other: list(
    `other address, other, alternate, alternative, second, secondary, address 2, address 3, overig, overige, ander, andere, weitere, autre, otra, otro, altro, altra, inny, anden, annan`,
  ),
}

/** Words for the owner of a column, which don't indicate a kind. */
const neutralWords = list(
  `cn bio, cn adr prf, cn adr sal, contact, customer, client, recipient, addressee, person, donor, member, lead, account, primary, main, default address, default, address 1, adres 1, adresse 1, address, addr, klant, relatie,
   ontvanger, geadresseerde, donateur, lid, adres, hoofd, kunde, kunden, empfanger, mitglied, spender, adresse, anschrift, destinataire, du destinataire, du client, adherent, donateur,
   cliente, del cliente, destinatario, socio, klient, klienta, adresata, odbiorcy, kundes, kund, mottagare, modtager, medlem, indirizzo, direccion, adress,
   do destinatario, do cliente, socio, doador, mottaker, giver, kundens, prijemce, zakaznik, zakaznika, darce, clen, prijemca, cimzett, ugyfel, vasarlo, tag, vastaanottaja, asiakas, jasen, lahjoittaja`,
)

interface Affix {
  words: string
  kind: AddressKind | undefined
}
const affixes: readonly Affix[] = [
  ...addressKinds.flatMap((kind) => kindWords[kind].map((words) => ({ words, kind }))),
  ...neutralWords.map((words) => ({ words, kind: undefined })),
].sort((one, other) => other.words.length - one.words.length)

/** Words that begin one-word compounds: `Factuurplaats`, `Lieferort`. */
const compounding = affixes.filter(({ words }) => !words.includes(' ') && words.length > 3)

/** Matches words for a kind that include a word for address. */
const holdsAddress =
  /(?:ad+res+[ea]?|anschrift|osoite)\b|^adresse de |^direccion de |^(?:morada|endereco) |\bcim$/

export interface Stripped {
  kind: AddressKind | undefined
  rest: string
}

/** Yields the rest of a column name without each word for a kind or owner, longest word first. */
export function* withoutKind(name: string): Generator<Stripped> {
  for (const { words, kind } of affixes) {
    if (name.startsWith(`${words} `)) yield { kind, rest: name.slice(words.length + 1) }
    const rest = name.endsWith(` ${words}`) ? name.slice(0, -words.length - 1) : ''
    // A kind after a part may change its meaning: an `E-mail address` is not an address.
    const isOwner = holdsAddress.test(words) && neutralWords.includes(rest)
    if (kind !== undefined && rest !== '' && !isOwner) yield { kind, rest }
  }
  for (const { words, kind } of compounding) {
    if (kind !== undefined && name.startsWith(words) && name.length > words.length) {
      yield { kind, rest: name.slice(words.length).trim() }
    }
  }
}

/**
 * Returns the kind of a column that is named only after its kind and contains a street: `Lieferadresse`,
 * `Shipping address`.
 */
export const kindAlone = (name: string): AddressKind | undefined =>
  holdsAddress.test(name)
    ? affixes.find(({ words, kind }) => kind !== undefined && words === name)?.kind
    : undefined
