// SYMBOL|name|rough price in dollars|daily volatility in percent|liquidity tier 1 (most) to 4|flags (see catalog.ts)
export const NYSE_ROWS = `
AA|Alcoa Corporation Common Stock|44|3.0|2
ABBV|AbbVie Inc. Common Stock|178|1.3|1
ABT|Abbott Laboratories Common Stock|116|1.1|1
ACN|Accenture plc Class A Ordinary Shares|356|1.3|2
ADM|Archer-Daniels-Midland Company Common Stock|53|1.6|2
AFL|Aflac Incorporated Common Stock|110|1.1|2
AIG|American International Group, Inc. Common Stock|76|1.3|2
ALB|Albemarle Corporation Common Stock|104|3.0|2
ALL|The Allstate Corporation Common Stock|198|1.3|3
AMT|American Tower Corporation Common Stock|202|1.4|2
ANET|Arista Networks, Inc. Common Stock|96|2.4|2
AON|Aon plc Class A Ordinary Shares|378|1.1|3
APH|Amphenol Corporation Class A Common Stock|72|1.5|2
APO|Apollo Global Management, Inc. Common Stock|162|2.0|2
AVB|AvalonBay Communities, Inc. Common Stock|232|1.2|3
AXP|American Express Company Common Stock|288|1.5|2
AZO|AutoZone, Inc. Common Stock|3120|1.2|3
BA|The Boeing Company Common Stock|142|2.2|1
BABA|Alibaba Group Holding Limited American Depositary Shares|88|2.6|1
BAC|Bank of America Corporation Common Stock|46|1.6|1
BK|The Bank of New York Mellon Corporation Common Stock|78|1.2|2
BLK|BlackRock, Inc. Common Stock|1030|1.3|3
BMY|Bristol-Myers Squibb Company Common Stock|57|1.4|1
BP|BP p.l.c. American Depositary Shares|29|1.5|1
BRK.B|Berkshire Hathaway Inc. Class B Common Stock|468|0.9|1
BSX|Boston Scientific Corporation Common Stock|90|1.1|2
BUD|Anheuser-Busch InBev SA/NV American Depositary Shares|55|1.3|2
BX|Blackstone Inc. Common Stock|182|1.8|2
C|Citigroup Inc. Common Stock|69|1.7|1
CARR|Carrier Global Corporation Common Stock|75|1.7|2
CAT|Caterpillar Inc. Common Stock|386|1.7|2
CB|Chubb Limited Common Stock|286|1.1|2
CCI|Crown Castle Inc. Common Stock|104|1.5|2
CCL|Carnival Corporation Common Stock|25|2.7|1
CHWY|Chewy, Inc. Class A Common Stock|34|2.9|2
CI|The Cigna Group Common Stock|328|1.6|2
CL|Colgate-Palmolive Company Common Stock|94|0.9|2
CLF|Cleveland-Cliffs Inc. Common Stock|12|3.2|1
CMG|Chipotle Mexican Grill, Inc. Common Stock|60|1.8|1
CNC|Centene Corporation Common Stock|60|2.1|2
CNP|CenterPoint Energy, Inc. Common Stock|31|1.2|2
COF|Capital One Financial Corporation Common Stock|184|2.0|2
COP|ConocoPhillips Common Stock|112|1.7|1
CRM|Salesforce, Inc. Common Stock|330|1.9|1
CVNA|Carvana Co. Class A Common Stock|246|4.2|2
CVS|CVS Health Corporation Common Stock|57|2.0|1
CVX|Chevron Corporation Common Stock|158|1.3|1
D|Dominion Energy, Inc. Common Stock|57|1.2|2
DAL|Delta Air Lines, Inc. Common Stock|64|2.2|1
DD|DuPont de Nemours, Inc. Common Stock|82|1.5|2
DE|Deere & Company Common Stock|402|1.6|2
DELL|Dell Technologies Inc. Class C Common Stock|136|3.0|2
DFS|Discover Financial Services Common Stock|178|1.8|2|x
DG|Dollar General Corporation Common Stock|76|2.4|2
DHI|D.R. Horton, Inc. Common Stock|162|1.9|2
DHR|Danaher Corporation Common Stock|234|1.5|2
DIS|The Walt Disney Company Common Stock|114|1.6|1
DLR|Digital Realty Trust, Inc. Common Stock|180|1.7|2
DOW|Dow Inc. Common Stock|44|1.6|2
DUK|Duke Energy Corporation Common Stock|112|1.0|2
DVN|Devon Energy Corporation Common Stock|38|2.0|1
ECL|Ecolab Inc. Common Stock|248|1.1|3
ED|Consolidated Edison, Inc. Common Stock|98|1.0|2
EIX|Edison International Common Stock|84|1.3|2
EL|The Estee Lauder Companies Inc. Class A Common Stock|68|2.6|2
ELV|Elevance Health, Inc. Common Stock|402|1.7|2
EMR|Emerson Electric Co. Common Stock|128|1.6|2
ENB|Enbridge Inc. Common Shares|43|0.9|2
EOG|EOG Resources, Inc. Common Stock|134|1.6|2
EPD|Enterprise Products Partners L.P. Common Units|31|0.9|2|p
EQR|Equity Residential Common Shares|74|1.2|3
EQT|EQT Corporation Common Stock|43|2.1|2
ES|Eversource Energy Common Stock|62|1.2|2
ESS|Essex Property Trust, Inc. Common Stock|304|1.2|4
ET|Energy Transfer LP Common Units|18|1.2|1|p
ETN|Eaton Corporation plc Ordinary Shares|364|1.9|2
EW|Edwards Lifesciences Corporation Common Stock|70|1.7|2
EXR|Extra Space Storage Inc. Common Stock|166|1.5|3
F|Ford Motor Company Common Stock|11|2.0|1
FCX|Freeport-McMoRan Inc. Common Stock|44|2.2|1
FDX|FedEx Corporation Common Stock|288|1.8|2
FE|FirstEnergy Corp. Common Stock|42|1.0|2
FI|Fiserv, Inc. Common Stock|214|1.2|2
FICO|Fair Isaac Corporation Common Stock|2280|2.1|3
FIS|Fidelity National Information Services, Inc. Common Stock|86|1.3|2
FSR|Fisker Inc. Class A Common Stock|0.16|2.2|4|xmn
GD|General Dynamics Corporation Common Stock|284|1.1|3
GE|GE Aerospace Common Stock|180|1.7|1
GEV|GE Vernova Inc. Common Stock|334|2.5|2
GIS|General Mills, Inc. Common Stock|64|1.1|2
GLW|Corning Incorporated Common Stock|48|1.6|2
GM|General Motors Company Common Stock|56|2.0|1
GME|GameStop Corp. Class A Common Stock|28|4.8|1
GOLD|Barrick Gold Corporation Common Shares|17|1.9|1
GS|The Goldman Sachs Group, Inc. Common Stock|588|1.6|2
GSK|GSK plc American Depositary Shares|34|1.2|2
HAL|Halliburton Company Common Stock|30|2.0|1
HCA|HCA Healthcare, Inc. Common Stock|336|1.6|3
HD|The Home Depot, Inc. Common Stock|408|1.3|1
HES|Hess Corporation Common Stock|146|1.5|2|x
HIMS|Hims & Hers Health, Inc. Class A Common Stock|24|4.8|2
HLT|Hilton Worldwide Holdings Inc. Common Stock|250|1.3|3
HPE|Hewlett Packard Enterprise Company Common Stock|21|2.0|1
HPQ|HP Inc. Common Stock|37|1.7|2
HSBC|HSBC Holdings plc American Depositary Shares|46|1.2|2
HSY|The Hershey Company Common Stock|174|1.4|2
HUBS|HubSpot, Inc. Common Stock|708|2.3|3
HUM|Humana Inc. Common Stock|288|2.4|2
IBM|International Business Machines Corporation Common Stock|212|1.3|1
ICE|Intercontinental Exchange, Inc. Common Stock|158|1.1|2
INFY|Infosys Limited American Depositary Shares|22|1.5|2
INVH|Invitation Homes Inc. Common Stock|34|1.3|2
IP|International Paper Company Common Stock|57|1.7|2
IR|Ingersoll Rand Inc. Common Stock|103|1.6|2
ITW|Illinois Tool Works Inc. Common Stock|272|1.1|3
IVZ|Invesco Ltd. Common Stock|18|1.9|2
JCI|Johnson Controls International plc Ordinary Shares|84|1.6|2
JNJ|Johnson & Johnson Common Stock|154|0.9|1
JPM|JPMorgan Chase & Co. Common Stock|244|1.4|1
K|Kellanova Common Stock|81|0.6|2
KEY|KeyCorp Common Stock|19|2.0|2
KIM|Kimco Realty Corporation Common Stock|25|1.3|2
KKR|KKR & Co. Inc. Common Stock|152|2.1|2
KMB|Kimberly-Clark Corporation Common Stock|136|1.0|2
KMI|Kinder Morgan, Inc. Class P Common Stock|27|1.2|1
KO|The Coca-Cola Company Common Stock|63|0.8|1
KR|The Kroger Co. Common Stock|58|1.3|2
KSS|Kohl's Corporation Common Stock|18|3.3|2
KVUE|Kenvue Inc. Common Stock|24|1.3|1
L|Loews Corporation Common Stock|84|1.0|4
LEN|Lennar Corporation Class A Common Stock|170|1.9|2
LHX|L3Harris Technologies, Inc. Common Stock|246|1.3|3
LLY|Eli Lilly and Company Common Stock|768|1.9|2
LMT|Lockheed Martin Corporation Common Stock|536|1.1|2
LOW|Lowe's Companies, Inc. Common Stock|268|1.4|2
LUV|Southwest Airlines Co. Common Stock|32|2.1|1
LVS|Las Vegas Sands Corp. Common Stock|51|1.8|2
LYB|LyondellBasell Industries N.V. Class A Ordinary Shares|83|1.5|2
M|Macy's, Inc. Common Stock|16|2.8|2
MA|Mastercard Incorporated Class A Common Stock|522|1.1|2
MCD|McDonald's Corporation Common Stock|292|1.0|1
MCK|McKesson Corporation Common Stock|622|1.3|3
MCO|Moody's Corporation Common Stock|482|1.3|3
MDT|Medtronic plc Ordinary Shares|87|1.1|2
MET|MetLife, Inc. Common Stock|84|1.3|2
MGM|MGM Resorts International Common Stock|37|2.0|2
MMM|3M Company Common Stock|130|1.5|2
MO|Altria Group, Inc. Common Stock|55|0.9|1
MOS|The Mosaic Company Common Stock|26|2.2|2
MPC|Marathon Petroleum Corporation Common Stock|158|1.9|2
MRK|Merck & Co., Inc. Common Stock|98|1.2|1
MRO|Marathon Oil Corporation Common Stock|28|1.9|2|x
MS|Morgan Stanley Common Stock|132|1.6|1
MTD|Mettler-Toledo International Inc. Common Stock|1230|1.8|4
NCLH|Norwegian Cruise Line Holdings Ltd. Ordinary Shares|27|2.8|1
NEE|NextEra Energy, Inc. Common Stock|76|1.4|1
NEM|Newmont Corporation Common Stock|42|2.0|1
NET|Cloudflare, Inc. Class A Common Stock|98|2.9|2
NIO|NIO Inc. American Depositary Shares|4.6|4.0|1
NKE|NIKE, Inc. Class B Common Stock|77|1.7|1
NOC|Northrop Grumman Corporation Common Stock|494|1.2|3
NOK|Nokia Corporation American Depositary Shares|4.3|1.5|1
NOW|ServiceNow, Inc. Common Stock|1030|1.9|2
NRG|NRG Energy, Inc. Common Stock|96|2.3|2
NU|Nu Holdings Ltd. Class A Ordinary Shares|14|2.5|1
NUE|Nucor Corporation Common Stock|146|2.0|2
NVO|Novo Nordisk A/S American Depositary Shares|104|2.1|1
NVR|NVR, Inc. Common Stock|9100|1.5|4
O|Realty Income Corporation Common Stock|57|1.0|2
OKE|ONEOK, Inc. Common Stock|108|1.4|2
ORCL|Oracle Corporation Common Stock|186|1.9|1
OTIS|Otis Worldwide Corporation Common Stock|102|1.1|2
OXY|Occidental Petroleum Corporation Common Stock|50|1.7|1
PATH|UiPath Inc. Class A Common Stock|13|3.0|1
PBR|Petroleo Brasileiro S.A. American Depositary Shares|14|2.1|1
PCG|PG&E Corporation Common Stock|21|1.3|1
PEG|Public Service Enterprise Group Incorporated Common Stock|90|1.1|2
PFE|Pfizer Inc. Common Stock|25|1.4|1
PG|The Procter & Gamble Company Common Stock|170|0.9|1
PGR|The Progressive Corporation Common Stock|258|1.4|2
PH|Parker-Hannifin Corporation Common Stock|696|1.5|3
PHM|PulteGroup, Inc. Common Stock|132|2.0|2
PINS|Pinterest, Inc. Class A Common Stock|30|2.6|1
PLD|Prologis, Inc. Common Stock|114|1.6|2
PM|Philip Morris International Inc. Common Stock|126|1.1|2
PNC|The PNC Financial Services Group, Inc. Common Stock|206|1.6|2
PPL|PPL Corporation Common Stock|34|1.0|2
PRU|Prudential Financial, Inc. Common Stock|126|1.4|2
PSA|Public Storage Common Stock|338|1.3|3
PSTG|Pure Storage, Inc. Class A Common Stock|52|2.7|2
PSX|Phillips 66 Common Stock|130|1.7|2
QS|QuantumScape Corporation Class A Common Stock|5.2|4.8|2
RACE|Ferrari N.V. Common Shares|442|1.4|3
RBLX|Roblox Corporation Class A Common Stock|52|2.7|1
RCL|Royal Caribbean Cruises Ltd. Common Stock|232|2.1|2
RDDT|Reddit, Inc. Class A Common Stock|134|4.4|2
RF|Regions Financial Corporation Common Stock|26|1.8|2
RIO|Rio Tinto Group American Depositary Shares|62|1.6|2
RTX|RTX Corporation Common Stock|120|1.2|1
SAP|SAP SE American Depositary Shares|234|1.5|3
SCHW|The Charles Schwab Corporation Common Stock|80|1.6|1
SE|Sea Limited American Depositary Shares|108|3.0|2
SHEL|Shell plc American Depositary Shares|66|1.3|2
SHOP|Shopify Inc. Class A Subordinate Voting Shares|106|2.9|1
SHW|The Sherwin-Williams Company Common Stock|382|1.4|3
SLB|Schlumberger Limited Common Stock|43|1.9|1
SNAP|Snap Inc. Class A Common Stock|11|3.7|1
SNOW|Snowflake Inc. Class A Common Stock|132|2.8|1
SO|The Southern Company Common Stock|88|0.9|1
SONY|Sony Group Corporation American Depositary Shares|19|1.5|2
SPG|Simon Property Group, Inc. Common Stock|180|1.4|2
SPGI|S&P Global Inc. Common Stock|506|1.2|3
SPOT|Spotify Technology S.A. Ordinary Shares|462|2.2|2
SQ|Block, Inc. Class A Common Stock|86|2.8|1
SRE|Sempra Common Stock|92|1.2|2
STLA|Stellantis N.V. Common Shares|13|2.1|1
STT|State Street Corporation Common Stock|96|1.5|2
STZ|Constellation Brands, Inc. Class A Common Stock|240|1.3|2
SWK|Stanley Black & Decker, Inc. Common Stock|88|1.9|2
SYF|Synchrony Financial Common Stock|66|2.0|2
SYK|Stryker Corporation Common Stock|386|1.2|3
SYY|Sysco Corporation Common Stock|74|1.1|2
T|AT&T Inc. Common Stock|22|1.2|1
TAP|Molson Coors Beverage Company Class B Common Stock|61|1.3|2
TDG|TransDigm Group Incorporated Common Stock|1280|1.5|3
TFC|Truist Financial Corporation Common Stock|46|1.8|1
TGT|Target Corporation Common Stock|128|2.0|1
TJX|The TJX Companies, Inc. Common Stock|122|1.1|2
TM|Toyota Motor Corporation American Depositary Shares|174|1.4|3
TMO|Thermo Fisher Scientific Inc. Common Stock|522|1.5|2
TPR|Tapestry, Inc. Common Stock|60|2.1|2
TRV|The Travelers Companies, Inc. Common Stock|258|1.2|3
TSM|Taiwan Semiconductor Manufacturing Company Limited American Depositary Shares|188|2.3|1
TSN|Tyson Foods, Inc. Class A Common Stock|63|1.3|2
TWLO|Twilio Inc. Class A Common Stock|102|2.4|2
U|Unity Software Inc. Common Stock|22|3.8|2
UBER|Uber Technologies, Inc. Common Stock|70|2.2|1
UBS|UBS Group AG Registered Ordinary Shares|32|1.5|2
UL|Unilever PLC American Depositary Shares|58|1.0|2
UNH|UnitedHealth Group Incorporated Common Stock|588|1.5|1
UNP|Union Pacific Corporation Common Stock|234|1.2|2
UPS|United EncodedEvent Service, Inc. Class B Common Stock|134|1.5|1
URI|United Rentals, Inc. Common Stock|842|2.1|3
USB|U.S. Bancorp Common Stock|51|1.6|1
V|Visa Inc. Class A Common Stock|308|1.0|1
VALE|Vale S.A. American Depositary Shares|10|2.0|1
VFC|V.F. Corporation Common Stock|20|3.2|2
VICI|VICI Properties Inc. Common Stock|32|1.1|1
VLO|Valero Energy Corporation Common Stock|142|2.0|2
VST|Vistra Corp. Common Stock|148|3.2|2
VTR|Ventas, Inc. Common Stock|63|1.4|2
VZ|Verizon Communications Inc. Common Stock|42|1.1|1
W|Wayfair Inc. Class A Common Stock|44|4.0|2
WAT|Waters Corporation Common Stock|372|1.8|4
WEC|WEC Energy Group, Inc. Common Stock|98|1.0|2
WELL|Welltower Inc. Common Stock|134|1.2|2
WFC|Wells Fargo & Company Common Stock|73|1.7|1
WM|Waste Management, Inc. Common Stock|222|1.0|2
WMB|The Williams Companies, Inc. Common Stock|57|1.3|1
WMT|Walmart Inc. Common Stock|86|1.0|1
WST|West Pharmaceutical Services, Inc. Common Stock|322|2.0|4
WY|Weyerhaeuser Company Common Stock|31|1.4|2
X|United States Steel Corporation Common Stock|40|2.4|1
XOM|Exxon Mobil Corporation Common Stock|119|1.4|1
XPEV|XPeng Inc. American Depositary Shares|12|4.4|1
YUM|Yum! Brands, Inc. Common Stock|136|1.0|2
ZTS|Zoetis Inc. Class A Common Stock|176|1.4|2
`;
