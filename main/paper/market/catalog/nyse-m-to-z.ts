// SYMBOL|name|rough price in dollars|daily volatility in percent|liquidity tier 1 (most) to 4|flags (see catalog.ts)
export const NYSE_M_TO_Z_ROWS = `
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
UPS|United Parcel Service, Inc. Class B Common Stock|134|1.5|1
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
