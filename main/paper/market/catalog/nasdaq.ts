// SYMBOL|name|rough price in dollars|daily volatility in percent|liquidity tier 1 (most) to 4|flags (see catalog.ts)
export const NASDAQ_ROWS = `
AAPL|Apple Inc. Common Stock|228|1.5|1
ABNB|Airbnb, Inc. Class A Common Stock|132|2.1|2
ADBE|Adobe Inc. Common Stock|495|1.8|2
ADI|Analog Devices, Inc. Common Stock|218|1.7|2
ADP|Automatic Data Processing, Inc. Common Stock|292|1.0|2
AEP|American Electric Power Company, Inc. Common Stock|98|1.0|2
AFRM|Affirm Holdings, Inc. Class A Common Stock|58|4.0|2
AMAT|Applied Materials, Inc. Common Stock|184|2.2|1
AMD|Advanced Micro Devices, Inc. Common Stock|146|2.9|1
AMGN|Amgen Inc. Common Stock|312|1.2|2
AMZN|Amazon.com, Inc. Common Stock|201|1.9|1
ANSS|ANSYS, Inc. Common Stock|338|1.2|3|x
APA|APA Corporation Common Stock|23|2.4|2
APP|AppLovin Corporation Class A Common Stock|318|3.9|2
ARM|Arm Holdings plc American Depositary Shares|139|3.4|2
ASML|ASML Holding N.V. New York Registry Shares|702|2.2|2
AVGO|Broadcom Inc. Common Stock|174|2.4|1
AXON|Axon Enterprise, Inc. Common Stock|598|2.4|3
AZN|AstraZeneca PLC American Depositary Shares|70|1.2|2
BIDU|Baidu, Inc. American Depositary Shares|88|2.5|2
BKNG|Booking Holdings Inc. Common Stock|4900|1.5|3
BKR|Baker Hughes Company Class A Common Stock|42|1.8|2
CDNS|Cadence Design Systems, Inc. Common Stock|297|1.8|3
CEG|Constellation Energy Corporation Common Stock|238|2.7|2
CMCSA|Comcast Corporation Class A Common Stock|40|1.4|1
CME|CME Group Inc. Class A Common Stock|234|1.0|3
COIN|Coinbase Global, Inc. Class A Common Stock|258|4.2|1
COST|Costco Wholesale Corporation Common Stock|932|1.2|2
CPRT|Copart, Inc. Common Stock|56|1.3|2
CRWD|CrowdStrike Holdings, Inc. Class A Common Stock|352|2.4|2
CSCO|Cisco Systems, Inc. Common Stock|58|1.2|1
CSX|CSX Corporation Common Stock|34|1.2|1
CTSH|Cognizant Technology Solutions Corporation Class A Common Stock|78|1.3|2
DASH|DoorDash, Inc. Class A Common Stock|172|2.4|2
DDOG|Datadog, Inc. Class A Common Stock|132|2.6|2
DKNG|DraftKings Inc. Class A Common Stock|40|2.8|2
DLTR|Dollar Tree, Inc. Common Stock|72|2.2|2
DXCM|DexCom, Inc. Common Stock|76|2.4|2
EA|Electronic Arts Inc. Common Stock|148|1.2|3
EBAY|eBay Inc. Common Stock|64|1.5|2
EQIX|Equinix, Inc. Common Stock|902|1.4|3
ENPH|Enphase Energy, Inc. Common Stock|72|3.9|2
ETSY|Etsy, Inc. Common Stock|54|2.7|2
EXC|Exelon Corporation Common Stock|41|1.0|2
FAST|Fastenal Company Common Stock|79|1.4|2
FITB|Fifth Third Bancorp Common Stock|43|1.7|2
FSLR|First Solar, Inc. Common Stock|192|3.1|2
FTNT|Fortinet, Inc. Common Stock|92|2.1|2
GEHC|GE HealthCare Technologies Inc. Common Stock|86|1.5|2
GILD|Gilead Sciences, Inc. Common Stock|90|1.3|2
GOOG|Alphabet Inc. Class C Capital Stock|177|1.7|1
GOOGL|Alphabet Inc. Class A Common Stock|175|1.7|1
HBAN|Huntington Bancshares Incorporated Common Stock|16|1.8|2
HON|Honeywell International Inc. Common Stock|226|1.1|2
HOOD|Robinhood Markets, Inc. Class A Common Stock|34|3.9|1
HST|Host Hotels & Resorts, Inc. Common Stock|18|1.5|2
IDXX|IDEXX Laboratories, Inc. Common Stock|424|1.8|3
INTC|Intel Corporation Common Stock|24|2.8|1
INTU|Intuit Inc. Common Stock|642|1.6|2
ISRG|Intuitive Surgical, Inc. Common Stock|534|1.6|2
JBLU|JetBlue Airways Corporation Common Stock|6.4|3.8|2
JD|JD.com, Inc. American Depositary Shares|36|2.8|2
KDP|Keurig Dr Pepper Inc. Common Stock|33|1.0|2
KHC|The Kraft Heinz Company Common Stock|31|1.1|2
KLAC|KLA Corporation Common Stock|642|2.3|3
LCID|Lucid Group, Inc. Common Stock|2.2|4.2|1
LIN|Linde plc Ordinary Shares|456|1.0|2
LRCX|Lam Research Corporation Common Stock|74|2.4|1
LULU|lululemon athletica inc. Common Stock|316|2.2|2
LYFT|Lyft, Inc. Class A Common Stock|16|3.2|2
MAR|Marriott International, Inc. Class A Common Stock|276|1.3|3
MARA|MARA Holdings, Inc. Common Stock|20|5.4|1
MCHP|Microchip Technology Incorporated Common Stock|67|2.3|2
MDB|MongoDB, Inc. Class A Common Stock|288|3.1|3
MDLZ|Mondelez International, Inc. Class A Common Stock|65|1.0|2
MELI|MercadoLibre, Inc. Common Stock|1960|2.3|3
META|Meta Platforms, Inc. Class A Common Stock|568|2.0|1
MNST|Monster Beverage Corporation Common Stock|53|1.3|2
MRNA|Moderna, Inc. Common Stock|42|3.4|1
MRVL|Marvell Technology, Inc. Common Stock|91|2.9|1
MSFT|Microsoft Corporation Common Stock|424|1.4|1
MSTR|MicroStrategy Incorporated Class A Common Stock|342|5.2|1
MU|Micron Technology, Inc. Common Stock|102|2.9|1
NDAQ|Nasdaq, Inc. Common Stock|80|1.2|3
NFLX|Netflix, Inc. Common Stock|842|2.0|1
NVDA|NVIDIA Corporation Common Stock|141|2.8|1
NXPI|NXP Semiconductors N.V. Common Stock|226|2.1|2
ON|ON Semiconductor Corporation Common Stock|68|2.8|2
OPEN|Opendoor Technologies Inc. Common Stock|1.9|5.2|2
ORLY|O'Reilly Automotive, Inc. Common Stock|1210|1.2|3
PANW|Palo Alto Networks, Inc. Common Stock|192|1.9|2
PCAR|PACCAR Inc Common Stock|108|1.5|2
PDD|PDD Holdings Inc. American Depositary Shares|116|3.0|1
PEP|PepsiCo, Inc. Common Stock|162|1.0|1
PLTR|Palantir Technologies Inc. Class A Common Stock|62|3.6|1
PLUG|Plug Power Inc. Common Stock|2.1|5.4|1
PTON|Peloton Interactive, Inc. Class A Common Stock|8.6|4.6|2
PYPL|PayPal Holdings, Inc. Common Stock|84|2.0|1
QCOM|QUALCOMM Incorporated Common Stock|164|2.0|1
QQQ|Invesco QQQ Trust, Series 1|502|1.2|1
REGN|Regeneron Pharmaceuticals, Inc. Common Stock|756|1.7|3
RIOT|Riot Platforms, Inc. Common Stock|12|5.2|1
RIVN|Rivian Automotive, Inc. Class A Common Stock|11|3.9|1
RKLB|Rocket Lab USA, Inc. Common Stock|22|4.6|2
ROKU|Roku, Inc. Class A Common Stock|74|3.0|2
ROP|Roper Technologies, Inc. Common Stock|552|1.1|3
ROST|Ross Stores, Inc. Common Stock|148|1.3|2
RUN|Sunrun Inc. Common Stock|11|4.6|2
SBUX|Starbucks Corporation Common Stock|98|1.5|1
SEDG|SolarEdge Technologies, Inc. Common Stock|13|5.2|3|h
SIRI|SiriusXM Holdings Inc. Common Stock|26|2.4|2
SMCI|Super Micro Computer, Inc. Common Stock|34|5.4|1
SNPS|Synopsys, Inc. Common Stock|542|1.8|3
SOFI|SoFi Technologies, Inc. Common Stock|13|3.6|1
SOXX|iShares Semiconductor ETF|222|2.2|3
TEAM|Atlassian Corporation Class A Common Stock|242|2.4|3
TECH|Bio-Techne Corporation Common Stock|74|2.0|4
TLT|iShares 20+ Year Treasury Bond ETF|92|0.9|1
TMUS|T-Mobile US, Inc. Common Stock|236|1.2|2
TQQQ|ProShares UltraPro QQQ|76|3.5|1|m
TSLA|Tesla, Inc. Common Stock|332|3.4|1
TTD|The Trade Desk, Inc. Class A Common Stock|122|2.6|2
TTWO|Take-Two Interactive Software, Inc. Common Stock|178|1.5|3
TXN|Texas Instruments Incorporated Common Stock|202|1.7|1
UAL|United Airlines Holdings, Inc. Common Stock|92|2.4|2
UPST|Upstart Holdings, Inc. Common Stock|64|5.2|2
VRTX|Vertex Pharmaceuticals Incorporated Common Stock|482|1.5|2
WBA|Walgreens Boots Alliance, Inc. Common Stock|9.2|2.8|2|x
WBD|Warner Bros. Discovery, Inc. Series A Common Stock|9.4|2.7|1
WDAY|Workday, Inc. Class A Common Stock|258|1.9|2
XEL|Xcel Energy Inc. Common Stock|67|1.1|2
ZM|Zoom Communications, Inc. Class A Common Stock|82|1.9|2
ZS|Zscaler, Inc. Common Stock|202|2.4|2
IEF|iShares 7-10 Year Treasury Bond ETF|94|0.4|2
SHY|iShares 1-3 Year Treasury Bond ETF|82|0.12|2
BND|Vanguard Total Bond Market Index Fund|73|0.35|2
IBIT|iShares Bitcoin Trust ETF|52|3.4|1
ICLN|iShares Global Clean Energy ETF|12|1.8|3
SQQQ|ProShares UltraPro Short QQQ|31|3.5|1|m
MULN|Mullen Automotive, Inc. Common Stock|0.34|3.2|3|mn
NKLA|Nikola Corporation Common Stock|0.62|2.6|3|mn
SNDL|SNDL Inc. Common Shares|2.1|3.0|2|mh
`;
