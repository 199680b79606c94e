import { words } from './synonyms.ts'

/** Words for a building, whose columns hold house numbers where no other column does. */
export const houseWords = words('house huis haus hus dom premise premises maison casa')

/**
 * Words for parts of an address that are asked about, by the field that could hold them. They are stems: `Block` is
 * also known as `Block no.`, `Blocknummer` and `Nr Block`.
 */
const partWords: Readonly<Record<string, ReadonlySet<string>>> = {
  'recipient.street': words(
    `predir predirection predirectional postdir postdirection postdirectional streetdirection streetdir stdir
     streetsuffix streettype sttype stsuffix streetsuffixtype roadtype`,
  ),
  'recipient.postalCode': words(
    'zip4 plus4 and4 zipplus4 zipand4 zipandplus4 zipfour zipext zipextension zipsuffix zipaddon postalcodesuffix',
  ),
  'recipient.city': words(
    `cedex bureaucedex gemeinde gmina kommune kommun municipality concelho deelgemeente townland parish parroquia
     arrondissement freguesia castobce`,
  ),
  'recipient.houseNumberSuffix': words(
    `letter letters buchstabe lettre letra lettera litera litra indice indicerepetition repetition coderep extension
     esponente barrato cisloorientacni portal bloque planta pta mano esc escal scala int piano palazzina isolato side
     sal toev2 toevoeging2 huisnummertoevoeging2 bloku opgang uppgang trappa trapp vaning oppgang etasje leilighet lejlighed lejl lgh klatka pietro m mieszk
     lok blok stock stockwerk stg emelet em ajto lepcsohaz lph epulet poschodi patro vchod porras rappu kerros andar
     bloco lote fraccao fracao`,
  ),
  'recipient.addressLine2': words(
    `block blk building bldg tower wing entrance entry staircase stair stairs stairwell level storey room rm estate
     hamlet village dorp subbuilding sublocality mailstop maildrop lot space spc rr ruralroute pmb box suite unit flat compound stand complex apt
     apartment ste premisename appartement kamer locatie extraadresregel extraadres trap blok wooneenheid
     portiek ingang hal adresaanvulling adrestoevoeging bijkomendadres buurt gehucht buurtschap perceel kavel vleugel
     deur woning achterhuis wohnung whg geschoss gebaude hinterhaus vorderhaus aufgang eingang zimmer raum treppe
     treppenhaus weiler packstation siedlung wohneinheit adresszusatz2 bat appt apptmt escalier porte entree hameau immeuble imm
     logement lgt logt cs tsa couloir aile villa quartier lotissement appartamento apartamento contrada borgo rione
     lotto quartiere urbanizacion urb barrio pedania colonia km kilometro manzana mz parcela poligono local oficina
     nave loteamento stednavn sted lokalitet ingang port byggnad inngang bolig osiedle os przysiolek wies
     skrytka huone gard`,
  ),
}

const numbers = 'nummer|number|numero|numer|num|nr|no|n'
const withNumber = new RegExp(
  `^(?:(?:${numbers})(?:de|del|du|di|der|dela)?)?(.+?)(?:(?:e?n|e?s)?(?:${numbers}))?$`,
)

/** The names that a heading may mean: `blocknummer` → `blocknummer`, `block`. Short stems would mean too much. */
const stemsOf = (word: string): string[] => {
  const stem = withNumber.exec(word)?.[1] ?? word
  return stem.length < 3 ? [word] : [word, stem]
}

/** The field that could hold a column with this folded name; undefined where it is none of these parts. */
export const partFieldOf = (word: string): string | undefined => {
  const stems = stemsOf(word)
  return (
    Object.keys(partWords).find((field) => stems.some((stem) => partWords[field]!.has(stem))) ??
    (houseWords.has(word) ? 'recipient.addressLine2' : undefined)
  )
}
