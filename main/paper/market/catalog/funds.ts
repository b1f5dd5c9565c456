// SYMBOL|name|rough price in dollars|daily volatility in percent|liquidity tier 1 (most) to 4|flags (see catalog.ts)
export const ARCA_ROWS = `
SPY|SPDR S&P 500 ETF Trust|588|0.9|1
VOO|Vanguard S&P 500 ETF|540|0.9|1
IVV|iShares Core S&P 500 ETF|591|0.9|2
VTI|Vanguard Total Stock Market ETF|291|0.9|2
DIA|SPDR Dow Jones Industrial Average ETF Trust|436|0.8|2
IWM|iShares Russell 2000 ETF|230|1.4|1
MDY|SPDR S&P MidCap 400 ETF Trust|592|1.2|3
VUG|Vanguard Growth ETF|400|1.1|3
VTV|Vanguard Value ETF|174|0.8|3
VEA|Vanguard FTSE Developed Markets ETF|50|0.9|1
VWO|Vanguard FTSE Emerging Markets ETF|45|1.1|1
EEM|iShares MSCI Emerging Markets ETF|43|1.2|1
EFA|iShares MSCI EAFE ETF|78|0.9|1
FXI|iShares China Large-Cap ETF|31|2.1|1
EWZ|iShares MSCI Brazil ETF|27|1.6|1
EWJ|iShares MSCI Japan ETF|68|1.0|2
EWY|iShares MSCI South Korea ETF|58|1.5|2
INDA|iShares MSCI India ETF|54|1.0|2
KWEB|KraneShares CSI China Internet ETF|30|2.5|2
XLB|Materials Select Sector SPDR Fund|92|1.1|2
XLC|Communication Services Select Sector SPDR Fund|96|1.1|2
XLE|Energy Select Sector SPDR Fund|94|1.4|1
XLF|Financial Select Sector SPDR Fund|49|1.1|1
XLI|Industrial Select Sector SPDR Fund|140|1.0|2
XLK|Technology Select Sector SPDR Fund|232|1.4|2
XLP|Consumer Staples Select Sector SPDR Fund|81|0.7|1
XLRE|Real Estate Select Sector SPDR Fund|43|1.1|2
XLU|Utilities Select Sector SPDR Fund|79|1.0|1
XLV|Health Care Select Sector SPDR Fund|144|0.8|2
XLY|Consumer Discretionary Select Sector SPDR Fund|216|1.3|2
XBI|SPDR S&P Biotech ETF|95|2.0|1
XOP|SPDR S&P Oil & Gas Exploration & Production ETF|138|1.8|2
XRT|SPDR S&P Retail ETF|79|1.6|2
KRE|SPDR S&P Regional Banking ETF|65|1.9|1
GLD|SPDR Gold Shares|238|1.0|1
IAU|iShares Gold Trust|48|1.0|1
SLV|iShares Silver Trust|28|1.8|1
GDX|VanEck Gold Miners ETF|36|2.1|1
GDXJ|VanEck Junior Gold Miners ETF|45|2.4|2
USO|United States Oil Fund, LP|71|2.0|2|p
UNG|United States Natural Gas Fund, LP|14|3.2|1|p
DBC|Invesco DB Commodity Index Tracking Fund|22|0.9|3|p
UUP|Invesco DB US Dollar Index Bullish Fund|29|0.4|3|p
FXE|Invesco CurrencyShares Euro Trust|97|0.45|4
LQD|iShares iBoxx $ Investment Grade Corporate Bond ETF|109|0.5|1
HYG|iShares iBoxx $ High Yield Corporate Bond ETF|79|0.35|1
JNK|SPDR Bloomberg High Yield Bond ETF|96|0.35|2
AGG|iShares Core U.S. Aggregate Bond ETF|98|0.35|1
TIP|iShares TIPS Bond ETF|108|0.4|2
BIL|SPDR Bloomberg 1-3 Month T-Bill ETF|91.6|0.05|2
GOVT|iShares U.S. Treasury Bond ETF|23|0.35|2
MUB|iShares National Muni Bond ETF|107|0.3|2
VNQ|Vanguard Real Estate ETF|95|1.1|2
IYR|iShares U.S. Real Estate ETF|99|1.1|2
SCHD|Schwab U.S. Dividend Equity ETF|28|0.8|1
VIG|Vanguard Dividend Appreciation ETF|200|0.8|3
VYM|Vanguard High Dividend Yield ETF|132|0.8|3
RSP|Invesco S&P 500 Equal Weight ETF|183|0.9|2
IWF|iShares Russell 1000 Growth ETF|392|1.2|3
IWD|iShares Russell 1000 Value ETF|192|0.8|3
IJR|iShares Core S&P Small-Cap ETF|121|1.3|2
IJH|iShares Core S&P Mid-Cap ETF|65|1.1|2
SMH|VanEck Semiconductor ETF|244|2.2|2
TNA|Direxion Daily Small Cap Bull 3X Shares|48|4.0|2|m
SOXL|Direxion Daily Semiconductor Bull 3X Shares|29|6.0|1|m
SOXS|Direxion Daily Semiconductor Bear 3X Shares|22|6.0|1|m
SPXL|Direxion Daily S&P 500 Bull 3X Shares|172|2.6|2|m
SPXS|Direxion Daily S&P 500 Bear 3X Shares|6.1|2.6|2|m
UPRO|ProShares UltraPro S&P 500|96|2.6|2|m
SH|ProShares Short S&P500|42|0.9|2
SDS|ProShares UltraShort S&P500|20|1.8|2|m
QID|ProShares UltraShort QQQ|36|2.4|2|m
BITO|ProShares Bitcoin Strategy ETF|24|3.2|1
JETS|U.S. Global Jets ETF|25|1.7|2
TAN|Invesco Solar ETF|34|2.5|3
AMLP|Alerian MLP ETF|49|1.0|2
`;

export const BATS_ROWS = `
CBOE|Cboe Global Markets, Inc. Common Stock|204|1.2|3
ARKK|ARK Innovation ETF|55|2.5|1
UVXY|ProShares Ultra VIX Short-Term Futures ETF|22|5.4|1|mh
VIXY|ProShares VIX Short-Term Futures ETF|46|3.8|2|mh
IGV|iShares Expanded Tech-Software Sector ETF|101|1.5|2
USMV|iShares MSCI USA Min Vol Factor ETF|92|0.7|2
`;

export const AMEX_ROWS = `
LNG|Cheniere Energy, Inc. Common Stock|212|1.5|2
SIM|Grupo Simec, S.A.B. de C.V. American Depositary Shares|26|1.4|4|nf
UAMY|United States Antimony Corporation Common Stock|0.78|2.4|4|mf
GSAT|Globalstar, Inc. Common Stock|0.52|2.2|3|m
ZOM|Zomedica Corp. Common Shares|0.14|2.2|3|mn
GORO|Gold Resource Corporation Common Stock|0.24|2.6|4|mnf
NAK|Northern Dynasty Minerals Ltd. Common Shares|0.42|2.4|3|mn
BTG|B2Gold Corp. Common Shares|2.9|2.2|1
NGD|New Gold Inc. Common Shares|2.7|2.9|2
`;
