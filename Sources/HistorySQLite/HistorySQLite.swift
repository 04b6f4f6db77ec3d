// HistorySQLite
