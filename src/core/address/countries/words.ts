import { foldName } from '../fold.ts'
import { countryNames } from './names.ts'
import { countryNamesOfTheWorld } from './names-of-the-world.gen.ts'

/** ISO 3166-1 alpha-2 followed by alpha-3. */
const alpha3 =
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE ' +
  'BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS ' +
  'BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN ' +
  'COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST ' +
  'EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF ' +
  'GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD ' +
  'HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM ' +
  'JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA ' +
  'LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD ' +
  'MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM ' +
  'NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG ' +
  'PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA ' +
  'SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD ' +
  'STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON ' +
  'TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR ' +
  'VNVNM VUVUT WFWLF WSWSM XKXKK YEYEM YTMYT ZAZAF ZMZMB ZWZWE'

/** Vehicle codes that differ from both ISO codes, except those that are another country's code. */
const vehicles =
  'A=AT B=BE D=DE DDR=DE E=ES F=FR FL=LI FIN=FI GBM=IM GBZ=GI H=HU I=IT IRL=IE L=LU M=MT N=NO P=PT RSM=SM RUS=RU S=SE ' +
  'SLO=SI SCV=VA V=VA EST=EE BIH=BA MNE=ME RKS=XK SRB=RS BY=BY J=JP K=KH T=TH Z=ZM Q=QA RC=TW ROK=KR VN=VN AUS=AU ' +
  'CDN=CA MEX=MX ROU=UY RCH=CL TR=TR'

/** Withdrawn ISO codes with a single successor, other common codes, and short forms. */
const others: Readonly<Record<string, string>> = {
  SK: 'slovak republic, slovakia, slovenska republika, slowakische republik, slovaakse republiek, slowakije',
  AL: 'shqiperia, republic of albania',
  HK: '香港, hongkong, hong kong sar',
  MO: '澳門, 澳门, macau, macau sar',
  DO: 'dominicaanse republiek, dominican rep',
  CF: 'centraal afrikaanse republiek',
  BG: 'balgariya, balgarija, bulgariya',
  UA: 'ukraina, ukrayina',
  RS: 'srbija, republic of serbia',
  HR: 'republika hrvatska',
  SI: 'republika slovenija',
  LT: 'lietuvos respublika',
  LV: 'latvijas republika',
  EE: 'eesti vabariik, estland',
  IN: 'bharat',
  JP: 'nippon, nihon',
  IL: 'yisrael',
  EG: 'misr',
  AM: 'hayastan',
  GE: 'sakartvelo',
  NL: 'kingdom of the netherlands, holland, hollande, holanda, olanda, holandia, nederlanden, koninkrijk der nederlanden, ned, the netherlands, netherlands the, niederlande, pays bas, paises bajos, nl nederland, ndl, niderlandy, hollandia, nizozemi',
  DE: 'brd, bundesrepublik, bundesrepublik deutschland, federal republic of germany, ger, dd, bondsrepubliek duitsland, west germany, west duitsland, westduitsland, westdeutschland, allemagne de l ouest, alemania occidental, germania ovest, niemcy zachodnie, vesttyskland, vasttyskland, east germany, oost duitsland, oostduitsland, ostdeutschland, allemagne de l est, deutsche demokratische republik, gdr, rda, bundesrep deutschland, nemetorszag',
  GB: 'uk, united kingdom, great britain, britain, england, engeland, angleterre, inglaterra, inghilterra, anglia, scotland, schotland, schottland, ecosse, escocia, scozia, szkocja, skotland, skottland, wales, pays de galles, gales, galles, walia, cymru, alba, northern ireland, n ireland, noord ierland, velka britanie, anglie, nordirland, irlande du nord, irlanda del norte, irlanda del nord, irlandia polnocna, groot brittannie, grossbritannien, grande bretagne, gran bretana, gran bretagna, wielka brytania, storbritannien, great britain and northern ireland, united kingdom of great britain and northern ireland, verenigd koninkrijk, vk, gbr',
  US: 'usa, u s, u s a, united states, united states of america, the united states, america, amerika, amerique, verenigde staten van amerika, vs, vsa, etats unis d amerique, eeuu, ee uu, eua, forenta staterna, estados unidos de america, stati uniti d america, vereinigte staaten von amerika',
  CZ: 'czech republic, czechia, czech rep, rep tcheque, rep ceca, tsjechische republiek, tschechische republik, republique tcheque, republica checa, repubblica ceca, ceska republika, cesko, cechy, republika czeska, tjekkiet, tjeckien',
  TR: 'turkey, turkei, turquie, turkije, turkiet, tyrkiet, turchia, turquia, turcja, turkiye cumhuriyeti',
  FR: 'fx, republique francaise, france metropolitaine',
  AT: 'republik osterreich, oesterreich, oostenrijk, osterr',
  CH: 'schweizerische eidgenossenschaft, confederation suisse, helvetia, confoederatio helvetica, swiss',
  IE: 'eire, republic of ireland, ireland republic of, ierland, rep of ireland, southern ireland',
  GR: 'el, hellas, hellenic republic, ellada, ellas',
  MM: 'burma, birma, birmanie, bu, bur',
  TL: 'east timor, oost timor, osttimor, tp, tmp',
  CD: 'belgian congo, belgisch congo, congo belge, zaire, zr, zar, drc, dr congo, congo kinshasa, democratic republic of congo, congo democratic republic',
  CG: 'congo brazzaville, republic of congo',
  RO: 'rom, rumania, roumania',
  BD: 'east pakistan',
  BZ: 'british honduras',
  BW: 'bechuanaland',
  LS: 'basutoland',
  MW: 'nyasaland',
  VU: 'new hebrides',
  ID: 'dutch east indies, nederlands indie',
  NA: 'south west africa',
  ZM: 'northern rhodesia',
  KH: 'kampuchea',
  YE: 'south yemen, north yemen',
  BJ: 'dahomey',
  BF: 'upper volta, haute volta',
  SZ: 'swaziland',
  MK: 'macedonia, fyrom, macedonie, mazedonien, makedonien, noord macedonie, republic of north macedonia',
  CV: 'cabo verde, cape verde',
  CI: 'ivory coast, ivoorkust, elfenbeinkuste, cote d ivoire, cote divoire',
  KR: '한국, 남한, south korea, republic of korea, korea south, korea republic of, zuid korea, sudkorea, coree du sud',
  KP: '북한, 조선, north korea, dprk, korea north, noord korea',
  TW: 'republic of china, taiwan roc',
  CN: 'people s republic of china, prc, p r china, mainland china, pr china, volksrepubliek china',
  RU: 'russia, russian federation, rusland, russland, russie',
  VN: 'viet nam',
  LA: 'lao pdr',
  SY: 'syrian arab republic',
  IR: 'persia, islamic republic of iran',
  LK: 'ceylon',
  TH: 'siam',
  VA: 'holy see, vatican, vatikan, vaticaan, vatikaanstad, citta del vaticano, santa sede',
  MD: 'moldavia, moldavie, republic of moldova',
  BY: 'belorussia, wit rusland, weissrussland, bielorussie',
  BA: 'bosnia, bosnie, bosnien, bih',
  AE: 'uae, u a e, vae, v a e, emirates, abu dhabi, dubai',
  SA: 'ksa, kingdom of saudi arabia',
  NZ: 'aotearoa',
  ZA: 'rsa, republic of south africa',
  BE: 'koninkrijk belgie, royaume de belgique, vlaanderen, wallonie, belgie belgique',
  LU: 'letzebuerg, grand duchy of luxembourg, luxemburg',
  PT: 'republica portuguesa',
  ES: 'reino de espana, spanje',
  DK: 'kongeriget danmark',
  NO: 'noreg, kongeriket norge',
  SE: 'konungariket sverige',
  IT: 'repubblica italiana, italie',
  PL: 'rzeczpospolita polska, republic of poland',
  FO: 'faeroe islands, faroe, foroyar',
  GL: 'kalaallit nunaat',
  AX: 'aland, ahvenanmaa',
  XK: 'kosova',
  PS: 'palestinian territories, palestina, palestine, west bank, gaza, state of palestine',
  VI: 'u s virgin islands, us virgin islands, usvi',
  VG: 'bvi',
  KN: 'saint kitts and nevis',
  LC: 'saint lucia',
  VC: 'saint vincent and the grenadines',
  GY: 'british guiana',
  SR: 'dutch guiana',
  TZ: 'united republic of tanzania, tanganyika, zanzibar',
  ZW: 'rhodesia',
  ET: 'abyssinia',
  FM: 'federated states of micronesia',
  SV: 'salvador',
  BQ: 'bonaire, saba, sint eustatius, statia, caribisch nederland',
  CW: 'curacao',
  RE: 'la reunion',
}

/** Shared names, and former countries with several successors, by their codes. */
const severalCountries: Readonly<Record<string, string>> = {
  'CD CG': 'congo, kongo',
  'KR KP': 'korea, coree, corea',
  'GF GY': 'guiana, guayana, guyane',
  'VG VI': 'virgin islands',
  'BQ CW SX':
    'antillen, netherlands antilles, nederlandse antillen, ned antillen, dutch antilles, niederlandische antillen, antilles neerlandaises, antillas neerlandesas, antille olandesi, antyle holenderskie, an, ant',
  'CZ SK':
    'czechoslovakia, tsjechoslowakije, tsjecho slowakije, tschechoslowakei, tchecoslovaquie, checoslovaquia, cecoslovacchia, czechoslowacja, ceskoslovensko, tjekkoslovakiet, tjeckoslovakien, csfr, cssr',
  'CZ SK RS ME': 'cs',
  'RS HR SI BA ME MK XK':
    'yugoslavia, joegoslavie, jugoslawien, yougoslavie, jugoslavia, iugoslavia, jugoslawia, jugoslavija, jugoslavien, jugoslavie, sfrj, yu, yug',
  'RS ME': 'scg, serbia and montenegro, servie en montenegro, serbien und montenegro, serbie et montenegro',
  'RU UA BY KZ UZ GE AM AZ MD LT LV EE KG TJ TM':
    'ussr, su, sun, soviet union, sovjet unie, sovjetunie, sowjetunion, udssr, urss, union sovietique, union sovietica, unione sovietica, zwiazek radziecki, zsrr, sovjetunionen, ссср, советский союз',
  'VN LA KH': 'indochina, indochine, indo china',
  'EG SY': 'united arab republic',
  'GG JE': 'channel islands, kanaaleilanden',
  'MF SX': 'saint martin',
  'SX MF': 'st maarten',
  'JM TT BB': 'west indies',
}

interface Words {
  one: ReadonlyMap<string, string>
  several: ReadonlyMap<string, readonly string[]>
}
let known: Words | undefined

/** Assigns words to countries, most trusted source first. Words that a source assigns twice are ambiguous. */
const readWords = (): Words => {
  const one = new Map<string, string>()
  const several = new Map<string, readonly string[]>(
    Object.entries(severalCountries).flatMap(([codes, words]) =>
      words.split(', ').map((word) => [word, codes.split(' ')]),
    ),
  )
  const trusted = (entries: Iterable<readonly [string, string]>) => {
    const found = new Map<string, Set<string>>()
    for (const [name, code] of entries) {
      const word = foldCountry(name)
      if (word === '' || one.has(word) || several.has(word)) continue
      found.set(word, (found.get(word) ?? new Set()).add(code))
    }
    for (const [word, codes] of found) {
      if (codes.size === 1) one.set(word, [...codes][0]!)
      else several.set(word, [...codes])
    }
  }
  const codes = [...countryNames.keys()]
  trusted(codes.map((code) => [code, code]))
  trusted([...countryNames].map(([code, name]) => [name, code] as const))
  trusted(
    Object.entries(others).flatMap(([code, words]) => words.split(', ').map((word) => [word, code] as const)),
  )
  trusted(alpha3.split(' ').map((pair) => [pair.slice(2), pair.slice(0, 2)] as const))
  trusted(vehicles.split(' ').map((pair) => pair.split('=') as [string, string]))
  for (const entry of countryNamesOfTheWorld.split(';')) {
    const [code, ...words] = entry.split(',')
    for (const word of words) if (!one.has(word) && !several.has(word)) one.set(word, code!)
  }
  return { one, several }
}

/** Folds a country's name, without an article and signs such as flags or bullets. */
export const foldCountry = (text: string): string =>
  (foldName(text) || text.trim().toLowerCase())
    .replace(/^(?:the|la|le|les|die|de) (?=\S{4})/, '')
    .replace(/ the$/, '')

/**
 * Returns the ISO 3166-1 alpha-2 code for a code, or a name in English, the country's own languages or those
 * of Europe: `Deutschland`, `Duitsland`, `Ελλάδα`, `DEU`, `D`, `U.S.A.`. Undefined if no country or several
 * have the name.
 */
export const countryOf = (text: string): string | undefined =>
  named(text) ?? (text.length <= longestPair && !readsAlone(text) ? namedTwice(text) : undefined)

/** Longer texts don't name a country twice. */
const longestPair = 80

/** Short words with significant accents: `ČR` is not Costa Rica. */
const accented: ReadonlyMap<string, string> = new Map([
  ['čr', 'CZ'],
  ['ö', 'AT'],
  ['öst', 'AT'],
])
/** `N/A` is not Namibia. */
const missing = /^n[./\\ ]+a\.?$/iu

const readsAlone = (text: string): boolean => !/[(),/–-]/.test(text)

const named = (text: string): string | undefined => {
  known ??= readWords()
  const word = foldCountry(text)
  if (missing.test(text.trim())) return undefined
  if (word.length <= 3 && /[À-ſ]/u.test(text)) return accented.get(text.toLowerCase().replace(/[.\s]/gu, ''))
  return (
    known.one.get(word) ??
    (/^[a-z]( [a-z])+$/.test(word) ? known.one.get(word.replaceAll(' ', '')) : undefined)
  )
}

/** A country named twice or in index order: `Deutschland (DE)`, `Germany, Federal Republic of`. */
const namedTwice = (text: string): string | undefined => {
  const [, name, rest] = /^([^,()]+)[,(]([^,()]+)\)?$/u.exec(text) ?? []
  const ordered = name && rest ? named(`${rest.trim()} ${name.trim()}`) : undefined
  if (ordered) return ordered
  const parts = text.split(/[()/,–-]/u).filter((part) => part.trim() !== '')
  const codes = new Set(parts.length > 1 ? parts.map(named) : [])
  return codes.size === 1 ? [...codes][0] : undefined
}

/** Returns the countries that share a name, such as `Congo`; empty if the name isn't shared. */
export const countriesCalled = (text: string): readonly string[] => {
  known ??= readWords()
  return known.several.get(foldCountry(text)) ?? []
}
