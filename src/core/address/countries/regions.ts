import { foldName } from '../fold.ts'

/** States and provinces as `code name=other name`. After OpenCage’s address-formatting (MIT). */
const names: Readonly<Record<string, string>> = {
  US: `
    AA Armed Forces Americas; AE Armed Forces Europe; AK Alaska; AL Alabama; AP Armed Forces Pacific;
    AR Arkansas; AS American Samoa; AZ Arizona; CA California; CO Colorado; CT Connecticut;
    DC District of Columbia; DC Washington DC; DE Delaware; FL Florida; FM Micronesia; GA Georgia; GU Guam;
    HI Hawaii; IA Iowa; ID Idaho; IL Illinois; IN Indiana; KS Kansas; KY Kentucky; LA Louisiana;
    MA Massachusetts; MD Maryland; ME Maine; MH Marshall Islands; MI Michigan; MN Minnesota; MO Missouri;
    MP Northern Mariana Islands; MS Mississippi; MT Montana; NC North Carolina; ND North Dakota;
    NE Nebraska; NH New Hampshire; NJ New Jersey; NM New Mexico; NV Nevada; NY New York; OH Ohio;
    OK Oklahoma; OR Oregon; PA Pennsylvania; PR Puerto Rico; PW Palau; RI Rhode Island; SC South Carolina;
    SD South Dakota; TN Tennessee; TX Texas; UT Utah; VA Virginia; VI US Virgin Islands; VT Vermont;
    WA Washington; WI Wisconsin; WV West Virginia; WY Wyoming`,
  CA: `
    AB Alberta; BC British Columbia=Colombie-Britannique; MB Manitoba; NB New Brunswick=Nouveau-Brunswick;
    NL Newfoundland and Labrador=Terre-Neuve-et-Labrador; NS Nova Scotia=Nouvelle-Écosse;
    NT Northwest Territories=Territoires du Nord-Ouest; NU Nunavut; ON Ontario;
    PE Prince Edward Island=Île-du-Prince-Édouard; QC Quebec=Québec; SK Saskatchewan; YT Yukon`,
  AU: `
    ACT Australian Capital Territory; JBT Jervis Bay Territory; NSW New South Wales; NT Northern Territory;
    QLD Queensland; SA South Australia; TAS Tasmania; VIC Victoria; WA Western Australia`,
  BR: `
    AC Acre; AL Alagoas; AM Amazonas; AP Amapá; BA Bahia; CE Ceará; DF Distrito Federal; ES Espírito Santo;
    GO Goiás; MA Maranhão; MG Minas Gerais; MS Mato Grosso do Sul; MT Mato Grosso; PA Pará; PB Paraíba;
    PE Pernambuco; PI Piauí; PR Paraná; RJ Rio de Janeiro; RN Rio Grande do Norte; RO Rondônia; RR Roraima;
    RS Rio Grande do Sul; SC Santa Catarina; SE Sergipe; SP São Paulo; TO Tocantins`,
  IT: `
    AG Agrigento; AL Alessandria; AN Ancona; AO Aosta; AP Ascoli Piceno; AQ L'Aquila; AR Arezzo; AT Asti;
    AV Avellino; BA Bari; BG Bergamo; BI Biella; BL Belluno; BN Benevento; BO Bologna; BR Brindisi;
    BS Brescia; BT Barletta-Andria-Trani; BZ Bolzano - Bozen=Südtirol=South Tyrol=Bolzano; CA Cagliari;
    CB Campobasso; CE Caserta; CH Chieti; CL Caltanissetta; CN Cuneo; CO Como; CR Cremona; CS Cosenza;
    CT Catania; CZ Catanzaro; EN Enna; FC Forlì-Cesena; FE Ferrara; FG Foggia; FI Firenze=Florence;
    FM Fermo; FR Frosinone; GE Genova; GR Grosseto; IM Imperia; IS Isernia; KR Crotone; LC Lecco; LE Lecce;
    LI Livorno; LO Lodi; LT Latina; LU Lucca; MB Monza e della Brianza=Monza and Brianza; MC Macerata;
    ME Messina; MI Milano=Milan; MN Mantova; MO Modena; MS Massa-Carrara; MT Matera; NA Napoli; NO Novara;
    NU Nuoro; OG Ogliastra; OR Oristano; OT Olbia-Tempio; PA Palermo; PC Piacenza; PD Padova; PE Pescara;
    PG Perugia; PI Pisa; PO Prato; PR Parma; PT Pistoia; PU Pesaro e Urbino; PV Pavia; PZ Potenza;
    RA Ravenna; RC Reggio Calabria; RE Reggio Emilia; RG Ragusa; RI Rieti; RM Roma=Rome; RN Rimini;
    RO Rovigo; SA Salerno; SI Siena; SO Sondrio; SP La Spezia; SR Siracusa; SS Sassari; SU Sud Sardegna;
    SV Savona; TA Taranto; TE Teramo; TN Trento; TO Torino=Turin; TP Trapani; TR Terni; TV Treviso;
    VA Varese; VB Verbano-Cusio-Ossola; VC Vercelli; VE Venezia; VI Vicenza; VR Verona; VT Viterbo;
    VV Vibo Valentia`,
}

const read = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(';').flatMap((entry) => {
      const [code, ...words] = entry.trim().split(/\s+/)
      return [
        [foldName(code!), code!],
        ...words
          .join(' ')
          .split('=')
          .map((name) => [foldName(name), code!]),
      ] as [string, string][]
    }),
  )

const known = new Map<string, ReadonlyMap<string, string>>()

/** Returns the code of a region, given as code or name: `New York`, `N.Y.` → `NY`. */
export const regionCode = (country: string, region: string): string | undefined => {
  if (region === '' || !Object.hasOwn(names, country)) return undefined
  let codes = known.get(country)
  if (!codes) {
    codes = read(names[country]!)
    known.set(country, codes)
  }
  const folded = foldName(region)
  return codes.get(folded) ?? codes.get(folded.replaceAll(' ', ''))
}

/** True if all regions of the country are known. */
export const hasRegions = (country: string): boolean => Object.hasOwn(names, country)
