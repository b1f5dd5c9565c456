// SYMBOL|name|rough price in dollars|daily volatility in percent|liquidity tier 1 (most) to 4|flags (see catalog.ts)
export const NYSE_A_TO_L_ROWS = `
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
`;
