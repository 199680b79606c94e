/** What the check of the instance finds, in Dutch. */
export const instanceNl: Readonly<Record<string, string>> = {
  not_looked_at: 'kon niet worden bekeken: {reason}',
  store_writes: 'bewaart iets kleins in {time} ms',
  store_unready: '{reason}',
  'unready.unreadable': 'De database kan niet worden gelezen.',
  'unready.disk': 'De schijf is vol.',
  'unready.unwritable': 'De database neemt niets aan.',
  'unready.gone': 'Het bestand van de database is onder de draaiende server weggehaald of vervangen.',
  'hold_reason.printing_restored':
    'Teruggezet uit een back-up van {backupAt}: wat daarna werd overgedragen, wordt misschien een tweede keer gedrukt.',
  'hold_reason.invoicing_restored':
    'Teruggezet uit een back-up van {backupAt}: nummers die daarna werden gegeven, zouden een tweede keer worden gegeven.',
  'hold_reason.drill':
    'Deze installatie is, of was, een oefening: echte runs gaan alleen naar een map van de oefening.',
  'no_backup.memory': 'Deze installatie bewaart niets op een eigen schijf, dus er valt niets te bewaren.',
  'no_backup.postgres':
    'De gegevens van deze installatie staan in PostgreSQL, wat een back-up van hieruit zou weglaten. Draai op de machine eerst pg_dump en daarna “lettershop backup --to MAP”, en bewaar die twee bij elkaar.',
  'no_backup.no_folder':
    'Deze server heeft geen map voor back-ups. Start hem met --backup-folder MAP, of zet LETTERSHOP_BACKUP_FOLDER, of “backupFolder” in config.json: een map buiten de datamap, liever op een andere schijf.',
  'no_backup.in_data_folder':
    'De map voor back-ups, {folder}, ligt in de datamap: wie de ene wegneemt, neemt de back-up mee. Kies een andere (--backup-folder).',
  'run_reason.findings':
    'De drukgang wordt niet gedrukt voordat is hersteld wat hieronder staat, en gaat dan vanzelf verder.',
  'run_reason.uncertain':
    'Er wordt uitgezocht of de drukker deze drukgang heeft. Niets wordt vanzelf twee keer gedrukt.',
  'run_reason.given_up':
    'De drukker heeft deze drukgang niet afgemaakt. Er wordt nagegaan wat ervan gedrukt is; niets wordt vanzelf twee keer gedrukt.',
  'run_reason.failed':
    'De productie is mislukt. De beheerder van deze server ziet waarom en kan het opnieuw proberen.',
  'run_reason.printer': 'De drukker kan de drukgang nu niet aannemen. Hij wacht en gaat vanzelf verder.',
  'run_reason.rendering': 'Het opmaken is nog niet gelukt. Het wordt opnieuw geprobeerd.',
  findings_more: 'Er zijn er nog {left}.',
  printing_goes_on: 'echte runs worden overgedragen',
  printing_held: 'echt drukwerk wacht: {reason}',
  invoicing_goes_on: 'worden gemaakt',
  not_invoiced: 'worden hier niet gemaakt voor een verkoper in {countryId}',
  invoicing_held: 'facturen wachten: {reason}',
  runs_fine: 'geen enkele wacht op herstel',
  'runs_blocked.one': '{runs} wacht tot er iets hersteld is: {first}',
  'runs_blocked.several': '{runs} wachten tot er iets hersteld is, {first} als eerste',
  jobs_fine: 'geen enkele mislukt',
  jobs_failing: 'mislukken: {jobs}',
  jobs_tried_again: 'mislukt en opnieuw geprobeerd: {jobs}',
  webhooks_fine: 'elke webhook kan worden ondertekend',
  'webhooks_unsigned.one':
    '{deliveries} wacht, omdat deze sleutel het geheim van de webhook niet kan lezen: zet de juiste sleutel terug, of laat het geheim vernieuwen',
  'webhooks_unsigned.several':
    '{deliveries} wachten, omdat deze sleutel de geheimen van hun webhooks ({endpoints}) niet kan lezen: zet de juiste sleutel terug, of laat de geheimen vernieuwen',
  codes_lead: '{baseUrl}',
  'codes_lead_nowhere.address':
    'leiden naar {baseUrl}, waar lezers niet komen: echte post met een code wacht op een openbaar adres (--base-url)',
  'codes_lead_nowhere.machine':
    'leiden alleen naar deze machine: echte post met een code wacht op een openbaar adres (--base-url)',
  version: '{version} op {runtime}, {cores} kernen',
  folder_missing: '{path} bestaat nog niet; “lettershop serve” maakt de map',
  folder_private: '{path}',
  folder_open_accepted: '{path} staat open voor iedereen op deze machine, zoals de instellingen toestaan',
  folder_open: '{path} staat open voor iedereen op deze machine: chmod o-rwx sluit de map',
  owner_none: 'geen proces',
  owner_server: 'een server (proces {process}) die antwoordt',
  owner_silent: 'proces {process} heeft de map in bezit en antwoordt niet',
  disk_roomy: '{free} GiB vrij',
  disk_full: '{free} GiB vrij: runs die getekend worden hebben meer ruimte nodig',
  sync_fast: '{time} ms per keer',
  sync_slow: '{time} ms per keer: een trage schijf, waar alles wat bewaard wordt op wacht',
  signing_key_there: 'ondertekent bewijzen',
  signing_key_from_environment: 'uit de omgeving',
  signing_key_missing:
    '{path} ontbreekt: zet het bestand terug uit een back-up, anders ondertekent de volgende start met een nieuwe sleutel',
  signing_key_to_come: 'wordt met de map gemaakt',
  blobs_there: 'de map is er; “lettershop backup verify” zoekt elk bestand op',
  blobs_missing:
    '{path} ontbreekt: zet de map terug uit een back-up; wat een bestand nodig heeft, wacht erop',
  blobs_to_come: 'worden met de map gemaakt',
  blobs_answer: '{place} antwoordt',
  blobs_elsewhere: '{reason}',
  blobs_silent: '{reason}',
  blobs_lacking:
    '{reason} Er is geen bestand waarvan vaststaat dat het ontbreekt: de bestanden hebben een opslag nodig die dit verzoek kent',
  blobs_versions_unknown:
    '{place} antwoordt, maar niet of er oude versies bewaard worden, waarin zou staan wat gewist is: {reason}',
  blobs_versions:
    '{place} bewaart oude versies: wat gewist is, staat er nog. Zet versiebeheer uit, en wis de oude versies',
  blobs_versions_suspended:
    'versiebeheer van {place} is onderbroken: wat eerder geschreven is, blijft er staan als het gewist wordt, tot een lifecycle-regel oude versies wist of de bestanden naar een andere bucket gaan',
  fonts_there: '{files} lettertypen, profielen en bibliotheken van de pers',
  'printer_there.server': '{path}, waar de server overdraagt',
  'printer_there.folder': '{path}, tenzij de server een andere krijgt',
  printer_none: '{reason}',
  printer_to_set_up: '{path} wordt bij de volgende start ingericht',
  printer_unusable: '{reason}',
  printer_missing: '{path} ontbreekt: echte runs wachten tot de map terug is',
  printer_to_come: '{path} wordt met de map gemaakt',
  settings_drill: 'een oefening: er gaat geen webhook en geen e-mail uit, en niets naar de drukker',
  settings_insecure: 'webhooks mogen naar http en naar deze machine: alleen om te ontwikkelen',
  'settings_fine.server': '{host}, poort {port}, zoals de server draait',
  'settings_fine.folder': '{host}, poort {port}',
  key_rotating: 'een vernieuwing werd onderbroken: de volgende start maakt haar af',
  key_from_environment: 'uit de omgeving',
  key_of_server: 'uit de omgeving van de server',
  'key_of_another.environment': 'die uit de omgeving is een andere dan waarmee de database is begonnen',
  'key_of_another.file':
    '{path} is een andere dan waarmee de database is begonnen: zet het bestand terug uit een back-up',
  key_missing: '{path} ontbreekt: zet het bestand terug uit een back-up',
  key_to_come: 'wordt met de map gemaakt',
  key_damaged: '{path} heeft {bytes} bytes in plaats van 32',
  key_open: '{path} kan door anderen worden gelezen (chmod 600 sluit het bestand)',
  key_private: 'alleen leesbaar voor de eigenaar',
  restore_none: 'er is er geen bezig',
  restore_unfinished:
    'bestanden van {backup}: laad de pg_dump die erbij hoort; de eerste start houdt het drukken tegen',
  move_none: 'er is er geen bezig',
  moved: '{reason}',
  schema_postgres: 'in PostgreSQL: de server die draait heeft het bijgewerkt',
  schema_none: 'nog geen database; deze versie heeft {latest}',
  schema_newer: '{present} is van een nieuwere versie dan deze',
  schema_present: '{present}',
  schema_older: '{present}; de volgende start werkt bij tot {latest}',
  pages_postgres: 'in PostgreSQL',
  'pages_lost.missing': '{file} ontbreekt, terwijl deze map een database had: zet een back-up terug.',
  'pages_lost.missing_with_log':
    '{file} ontbreekt, terwijl deze map een database had: zet een back-up terug (wat ervan over is, het logboek, blijft zoals het is).',
  'pages_lost.empty': '{file} is leeg, terwijl deze map een database had: zet een back-up terug.',
  'pages_lost.empty_with_log':
    '{file} is leeg, terwijl deze map een database had: zet een back-up terug (wat ervan over is, het logboek, blijft zoals het is).',
  pages_none: 'nog geen',
  pages_sound: 'elke pagina is gaaf',
  pages_damaged: 'is beschadigd ({reason}): zet een back-up terug',
  invoices_postgres: 'in PostgreSQL: zie “lettershop invoicing show”',
  runs_postgres: 'in PostgreSQL: zie “lettershop run list --status RENDERED”',
  jobs_postgres: 'in PostgreSQL: zie “lettershop jobs list --failed”',
  webhooks_postgres: 'in PostgreSQL: zie de toestand van de bezorgingen',
}

/** What is looked at, in Dutch. */
export const examinedNl: Readonly<Record<string, string>> = {
  version: 'versie',
  folder: 'map',
  'instance key': 'sleutel van de installatie',
  'signing key': 'sleutel voor bewijzen',
  blobs: 'bestanden',
  schema: 'schema',
  database: 'database',
  'disk space': 'ruimte op de schijf',
  'disk sync': 'snelheid van de schijf',
  fonts: 'lettertypen',
  printer: 'drukker',
  settings: 'instellingen',
  owner: 'eigenaar',
  restore: 'terugzetten',
  store: 'opslag',
  printing: 'drukken',
  invoices: 'facturen',
  'live runs': 'echte runs',
  jobs: 'taken',
  webhooks: 'webhooks',
  'QR codes': 'QR-codes',
}
